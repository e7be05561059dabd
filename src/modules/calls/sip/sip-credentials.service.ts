// Short-lived SIP credentials (RFC 8898): access tokens, which registrars verify with the published keys, and
// refresh tokens in families. Each refresh replaces the pair of its family. The use of a replaced pair revokes the
// family, because the pair must have been copied.
import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { Config } from '#config/config.js';
import { Clock, fromSeconds } from '#platform/clock.js';
import { randomId, sha256 } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { type NamedPair, type RefreshPair, RefreshTokens } from './refresh-tokens.js';
import { isIdentity, parseScope, type Scope, SCOPES, sipIdentity } from './sip-identity.js';
import { SIGNING_ALGORITHM, type SigningKey, SipSigningKeys } from './sip-signing-keys.service.js';
import { SipTokenFamiliesRepository } from './sip-token-families.repository.js';
import type { SipTokenFamilyEntity } from './sip-token-family.entity.js';
import { sipFamilyEvent } from './sip.events.js';
import { iceServers } from './turn-credentials.js';

const ACCESS_SECONDS = 10 * 60;
const REFRESH_SECONDS = 30 * 24 * 3600;
/** Maximum number of families of a user; a new one ends the family that was refreshed longest ago. */
const MAX_FAMILIES = 100;
const CLIENT_ID = 'parley';

export interface RefreshInput {
  token: string | undefined;
  handle: string | undefined;
  /** The identity that the client expects. */
  identity: string | undefined;
  scope: string | undefined;
}

interface Grant {
  pair: RefreshPair;
  scopes: Scope[];
}

@Injectable()
export class SipCredentials {
  constructor(
    private readonly sipTokenFamiliesRepository: SipTokenFamiliesRepository,
    private readonly sipSigningKeys: SipSigningKeys,
    private readonly refreshTokens: RefreshTokens,
    private readonly eventLog: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Without token and handle, starts a new family. Errors other than a reuse change nothing. */
  async refresh(actor: Actor, input: RefreshInput): Promise<Schema<'SipCredentials'>> {
    if (actor.isBot) throw ApiError.badRequest('Bots have no SIP credentials');
    const requested = input.scope === undefined ? undefined : parseScope(input.scope);
    if (input.scope !== undefined && !requested) {
      throw ApiError.badRequest(`The scope may contain ${SCOPES.join(', ')}, separated by spaces`);
    }
    const { domain } = this.config.sip;
    if (input.identity !== undefined && !isIdentity(input.identity, actor.userId, domain)) {
      throw identityMismatch();
    }
    // The first step, so that no refresh token is used up if no access token can be signed.
    const signingKey = await this.sipSigningKeys.active();
    const grant =
      input.token === undefined && input.handle === undefined
        ? await this.beginFamily(actor, requested ?? [...SCOPES])
        : await this.continueFamily(actor, this.refreshTokens.read(input), requested);
    if (!grant) throw invalidRefreshToken();
    return this.credentials(actor.userId, grant, signingKey);
  }

  /** Joins the current transaction. */
  async revokeAll(userId: number): Promise<void> {
    await this.sipTokenFamiliesRepository.deleteAll(userId);
  }

  private beginFamily({ realmId, userId }: Actor, scopes: Scope[]): Promise<Grant> {
    return this.database.transaction(async () => {
      const id = randomId();
      const { pair, columns } = this.issue(id, 1, scopes);
      await this.sipTokenFamiliesRepository.insertLocked({ id, realmId, userId, ...columns });
      const now = this.clock.now();
      await this.sipTokenFamiliesRepository.deleteAllBut(userId, MAX_FAMILIES, now);
      this.eventLog.append(sipFamilyEvent(realmId, { userId }, Audience.internal()));
      return { pair, scopes };
    });
  }

  /** Returns undefined if the pair is not valid. The reuse of a pair deletes its family. */
  private async continueFamily(
    { userId }: Actor,
    named: NamedPair | undefined,
    requested: Scope[] | undefined,
  ): Promise<Grant | undefined> {
    if (!named) return undefined;
    return this.database.transaction(async () => {
      const now = this.clock.now();
      const family = await this.sipTokenFamiliesRepository.lock(userId, named.familyId, now);
      if (!family) return undefined;
      if (named.generation < family.generation) {
        await this.sipTokenFamiliesRepository.delete(family);
        return undefined;
      }
      if (!isCurrent(named, family)) return undefined;
      const granted = parseScope(family.scope) ?? [];
      const scopes = requested ?? granted;
      if (!scopes.every((scope) => granted.includes(scope))) {
        throw ApiError.badRequest(`The refresh token allows only the scope "${family.scope}"`);
      }
      const { pair, columns } = this.issue(family.id, family.generation + 1, scopes);
      await this.sipTokenFamiliesRepository.update(family, columns);
      return { pair, scopes };
    });
  }

  /** Returns a new pair and the changed columns of its family. */
  private issue(
    familyId: string,
    generation: number,
    scopes: Scope[],
  ): { pair: RefreshPair; columns: Omit<SipTokenFamilyEntity, 'id' | 'realmId' | 'userId'> } {
    const pair = this.refreshTokens.issue(familyId, generation);
    const columns = {
      generation,
      tokenHash: sha256(pair.token),
      handleHash: sha256(pair.handle),
      scope: scopes.join(' '),
      expiresAt: fromSeconds(this.clock.seconds() + REFRESH_SECONDS),
    };
    return { pair, columns };
  }

  private async credentials(
    userId: number,
    { pair, scopes }: Grant,
    { kid, privateKey }: SigningKey,
  ): Promise<Schema<'SipCredentials'>> {
    const { sip, turn, externalUrl } = this.config;
    const now = this.clock.seconds();
    const identity = sipIdentity(userId, sip.domain);
    const scope = scopes.join(' ');
    const accessToken = await new SignJWT({ client_id: CLIENT_ID, scope, sip_identity: identity })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'at+jwt' })
      .setIssuer(externalUrl.origin)
      .setAudience(sip.registrar)
      .setSubject(String(userId))
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_SECONDS)
      .setJti(randomId())
      .sign(privateKey);
    return {
      accessToken,
      tokenType: 'Bearer',
      expiresAt: now + ACCESS_SECONDS,
      refreshToken: pair.token,
      refreshHandle: pair.handle,
      sipIdentity: identity,
      scope,
      registrar: sip.registrar,
      iceServers: turn && scopes.includes('turn') ? iceServers(turn, userId, now) : [],
    };
  }
}

function isCurrent(named: NamedPair, family: SipTokenFamilyEntity): boolean {
  return (
    named.generation === family.generation &&
    (named.tokenHash?.equals(family.tokenHash) ?? true) &&
    (named.handleHash?.equals(family.handleHash) ?? true)
  );
}

function invalidRefreshToken(): ApiError {
  const message = 'The refresh token is not valid; request new credentials without one';
  return new ApiError('INVALID_REFRESH_TOKEN', 401, message);
}

function identityMismatch(): ApiError {
  const message = 'The SIP identity does not belong to this account';
  return new ApiError('SIP_IDENTITY_MISMATCH', 403, message);
}
