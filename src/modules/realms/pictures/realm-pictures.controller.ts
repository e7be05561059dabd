import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { iconUrl, logoUrl, nightLogoUrl, RealmsService } from '#modules/realms/realms';
import { AcceptPicture, redirectToPicture, requirePicture } from '#modules/uploads/pictures';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Files, type UploadedFile } from '#platform/http/files.js';
import { Input } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { LogoDto } from './realm-pictures.dto.js';
import { RealmPicturesService } from './realm-pictures.service.js';

@Controller('realm')
export class RealmPicturesController {
  constructor(
    private readonly realmPicturesService: RealmPicturesService,
    private readonly realmsService: RealmsService,
  ) {}

  @Post('icon')
  @RequireRole(Role.Administrator)
  @AcceptPicture()
  async uploadIcon(
    @CurrentActor() actor: Actor,
    @Files() files: UploadedFile[],
  ): Promise<ResponseOf<'upload-realm-icon'>> {
    await this.realmPicturesService.upload(actor, 'icon', requirePicture(files));
    return { icon_url: await this.iconUrl(actor) };
  }

  @Delete('icon')
  @RequireRole(Role.Administrator)
  async removeIcon(@CurrentActor() actor: Actor): Promise<ResponseOf<'delete-realm-icon'>> {
    await this.realmPicturesService.remove(actor, 'icon');
    return { icon_url: await this.iconUrl(actor) };
  }

  @Get('icon')
  async showIcon(@CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    redirectToPicture(response, await this.iconUrl(actor));
  }

  @Post('logo')
  @RequireRole(Role.Administrator)
  @AcceptPicture()
  async uploadLogo(
    @CurrentActor() actor: Actor,
    @Input() { night }: LogoDto,
    @Files() files: UploadedFile[],
  ): Promise<ResponseOf<'upload-realm-logo'>> {
    await this.realmPicturesService.upload(actor, kindOf(night), requirePicture(files));
  }

  @Delete('logo')
  @RequireRole(Role.Administrator)
  async removeLogo(
    @CurrentActor() actor: Actor,
    @Input() { night }: LogoDto,
  ): Promise<ResponseOf<'delete-realm-logo'>> {
    await this.realmPicturesService.remove(actor, kindOf(night));
  }

  @Get('logo')
  async showLogo(
    @CurrentActor() { realmId }: Actor,
    @Input() { night }: LogoDto,
    @Res() response: Response,
  ): Promise<void> {
    const realm = await this.realmsService.get(realmId);
    const settings = await this.realmsService.settings(realmId);
    redirectToPicture(response, (night ? nightLogoUrl : logoUrl)(realm, settings));
  }

  private async iconUrl({ realmId }: Actor): Promise<string> {
    const realm = await this.realmsService.get(realmId);
    return iconUrl(realm, await this.realmsService.settings(realmId));
  }
}

function kindOf(night: boolean): 'logo' | 'night_logo' {
  return night ? 'night_logo' : 'logo';
}
