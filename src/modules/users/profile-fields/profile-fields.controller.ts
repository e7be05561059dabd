import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import {
  CreateProfileFieldDto,
  OrderProfileFieldsDto,
  ProfileFieldDto,
  RemoveProfileDataDto,
  SetProfileDataDto,
} from './profile-fields.dto.js';
import { type GivenField, ProfileFieldsService } from './profile-fields.service.js';
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
  @HttpCode(200)
  @RequireRole(Role.Administrator)
  async create(
    @CurrentActor() actor: Actor,
    @Input() input: CreateProfileFieldDto,
  ): Promise<ResponseOf<'create-custom-profile-field'>> {
    return {
      id: await this.profileFieldsService.create(actor, input.field_type, givenField(input)),
    };
  }

  @Patch('realm/profile_fields')
  @RequireRole(Role.Administrator)
  async order(
    @CurrentActor() actor: Actor,
    @Input() input: OrderProfileFieldsDto,
  ): Promise<ResponseOf<'reorder-custom-profile-fields'>> {
    await this.profileFieldsService.order(actor, input.order);
  }

  @Patch('realm/profile_fields/:field_id')
  @RequireRole(Role.Administrator)
  async update(
    @CurrentActor() actor: Actor,
    @PathId('field_id') id: number,
    @Input() input: ProfileFieldDto,
  ): Promise<ResponseOf<'update-custom-profile-field'>> {
    await this.profileFieldsService.update(actor, id, givenField(input));
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

function givenField(input: ProfileFieldDto): GivenField {
  return {
    name: input.name,
    hint: input.hint,
    fieldData: input.field_data,
    displayInProfileSummary: input.display_in_profile_summary,
    required: input.required,
    editableByUser: input.editable_by_user,
    useForUserMatching: input.use_for_user_matching,
  };
}
