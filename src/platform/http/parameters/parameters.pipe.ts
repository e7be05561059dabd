import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import type { RequestContext } from '#platform/http/request-context.js';
import { type Dto, namesOf } from './declared-parameters.js';
import { readParameters } from './read-parameters.js';

/** Converts the parameters of a request to an instance of the class of the handler's argument. */
@Injectable()
export class ParametersPipe implements PipeTransform<RequestContext, object> {
  transform(context: RequestContext, { metatype }: ArgumentMetadata): object {
    const dto = metatype as Dto;
    context.processed.push(namesOf(dto));
    return readParameters(dto, context.form, context.query);
  }
}
