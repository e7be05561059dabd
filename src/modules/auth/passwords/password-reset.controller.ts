// The pages for choosing a forgotten password: one asks for the address, the other opens from the link in
// the email. Opening them changes nothing.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LIMITS } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import { ApiError } from '#platform/http/api-error.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { type Page, sendPage } from '#platform/http/pages.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { Post } from '#platform/http/write-routes.js';
import { NewPasswordDto, ResetRequestDto } from './password-reset.dto.js';
import { PasswordResetService } from './password-reset.service.js';
import { Passwords } from './passwords.service.js';

const INVALID: Page = { template: 'link-invalid' };
const UNAVAILABLE: Page = { template: 'password-reset-unavailable' };

@Controller('accounts/password/reset')
export class PasswordResetController {
  constructor(
    private readonly passwordResetService: PasswordResetService,
    private readonly passwords: Passwords,
  ) {}

  @Get()
  @Public()
  async ask(@CurrentRealm() realm: RealmIdentity, @Res() response: Response): Promise<void> {
    if (!(await this.isPossible(realm))) return sendPage(response, 400, UNAVAILABLE);
    sendPage(response, 200, { template: 'password-reset-request' });
  }

  @Post()
  @Public()
  async request(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { email }: ResetRequestDto,
    @Res() response: Response,
  ): Promise<void> {
    if (!(await this.isPossible(realm))) return sendPage(response, 400, UNAVAILABLE);
    try {
      await this.passwordResetService.request(realm.id, email, origin);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, message: problem } = error;
      return sendPage(response, status, { template: 'password-reset-failed', problem });
    }
    sendPage(response, 200, { template: 'password-reset-requested' });
  }

  @Get(':token')
  @Public()
  async choose(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    if (!(await this.hasPasswords(realm))) return sendPage(response, 400, UNAVAILABLE);
    const owner = await this.passwordResetService.find(realm.id, token);
    sendPage(response, owner ? 200 : 404, owner ? formFor(owner.email) : INVALID);
  }

  @Post(':token')
  @Public()
  async finish(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Input() { password }: NewPasswordDto,
    @Res() response: Response,
  ): Promise<void> {
    if (!(await this.hasPasswords(realm))) return sendPage(response, 400, UNAVAILABLE);
    const owner = await this.passwordResetService.find(realm.id, token);
    if (!owner) return sendPage(response, 404, INVALID);
    try {
      await this.passwordResetService.finish(realm.id, token, { password, owner });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return sendPage(response, 400, formFor(owner.email, error.message));
    }
    sendPage(response, 200, { template: 'password-reset-done' });
  }

  private async isPossible(realm: RealmIdentity): Promise<boolean> {
    return this.passwordResetService.isPossible && (await this.hasPasswords(realm));
  }

  private async hasPasswords(realm: RealmIdentity): Promise<boolean> {
    return !realm.deactivated && (await this.passwords.areEnabled(realm.id));
  }
}

function formFor(email: string, problem?: string): Page {
  return {
    template: 'password-reset',
    variables: {
      email,
      passwordMinLength: LIMITS.password_min_length,
      passwordMaxLength: LIMITS.password_max_length,
    },
    problem,
  };
}
