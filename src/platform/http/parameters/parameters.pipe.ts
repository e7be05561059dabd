import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import type { RequestContext } from '#platform/http/request-context.js';
import { type Dto, namesOf } from './declared-parameters.js';
import { readParameters } from './read-parameters.js';

/** Makes of a request an instance of the class that the argument of its handler is declared with. */
@Injectable()
export class ParametersPipe implements PipeTransform<RequestContext, object> {
  transform(context: RequestContext, { metatype }: ArgumentMetadata): object {
    const dto = metatype as Dto;
    context.processed.push(namesOf(dto));
    return readParameters(dto, context.form, context.query);
  }
}
