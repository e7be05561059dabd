import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import {
  CreateProfileFieldDto,
  OrderProfileFieldsDto,
  ProfileFieldDto,
  RemoveProfileDataDto,
  SetProfileDataDto,
} from './profile-fields.dto.js';
import { type ProfileFieldInput, ProfileFieldsService } from './profile-fields.service.js';
import { ProfileValues } from './profile-values.service.js';

@Controller()
export class ProfileFieldsController {
  constructor(
    private readonly profileFieldsService: ProfileFieldsService,
    private readonly profileValues: ProfileValues,
  ) {}

  @Get('realm/profile_fields')
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-custom-profile-fields'>> {
    return { custom_fields: await this.profileFieldsService.list(actor.realmId) };
  }

  @Post('realm/profile_fields')
  @RequireRole(Role.Administrator)
  async create(
    @CurrentActor() actor: Actor,
    @Input() body: CreateProfileFieldDto,
  ): Promise<ResponseOf<'create-custom-profile-field'>> {
    return {
      id: await this.profileFieldsService.create(actor, body.field_type, inputOf(body)),
    };
  }

  @Patch('realm/profile_fields')
  @RequireRole(Role.Administrator)
  async order(
    @CurrentActor() actor: Actor,
    @Input() input: OrderProfileFieldsDto,
  ): Promise<ResponseOf<'reorder-custom-profile-fields'>> {
    await this.profileFieldsService.reorder(actor, input.order);
  }

  @Patch('realm/profile_fields/:field_id')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathId('field_id') id: number,
    @Input() body: ProfileFieldDto,
  ): Promise<ResponseOf<'update-custom-profile-field'>> {
    await this.profileFieldsService.update(actor, id, inputOf(body));
  }

  @Delete('realm/profile_fields/:field_id')
  @RequireRole(Role.Administrator)
  async delete(
    @CurrentActor() actor: Actor,
    @PathId('field_id') id: number,
  ): Promise<ResponseOf<'delete-custom-profile-field'>> {
    await this.profileFieldsService.delete(actor, id);
  }

  @Patch('users/me/profile_data')
  async fillIn(
    @CurrentActor() actor: Actor,
    @Input() input: SetProfileDataDto,
  ): Promise<ResponseOf<'update-profile-data'>> {
    await this.profileValues.set(actor, actor.userId, input.data);
  }

  @Delete('users/me/profile_data')
  async empty(
    @CurrentActor() actor: Actor,
    @Input() input: RemoveProfileDataDto,
  ): Promise<ResponseOf<'remove-profile-data'>> {
    const values = input.data.map((id) => ({ id, value: null }));
    await this.profileValues.set(actor, actor.userId, values);
  }
}

function inputOf(body: ProfileFieldDto): ProfileFieldInput {
  return {
    name: body.name,
    hint: body.hint,
    fieldData: body.field_data,
    displayInProfileSummary: body.display_in_profile_summary,
    required: body.required,
    editableByUser: body.editable_by_user,
    useForUserMatching: body.use_for_user_matching,
  };
}
