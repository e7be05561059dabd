// Meetings of BigBlueButton. A link contains the sealed meeting, which is created whenever a user opens the link,
// because BigBlueButton deletes meetings without participants after some minutes.
import { Injectable } from '@nestjs/common';
import { DomUtils, parseDocument } from 'htmlparser2';
import { createHash } from 'node:crypto';
import { Config } from '#config/config.js';
import type { BigBlueButtonConfig } from '#config/video-calls.js';
import { randomId, SecretBox } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { callName } from './call-name.js';
import { notConfigured } from './oauth-clients.service.js';
import { ProviderRequests, requireAccepted } from './provider-requests.js';

const NAME = 'BigBlueButton';
const PURPOSE = 'bigbluebutton';

interface Meeting {
  purpose: typeof PURPOSE;
  realmId: number;
  meetingId: string;
  name: string;
  isVoiceOnly: boolean;
  /** The creator of the link, who joins as moderator. */
  moderatorId: number;
}

@Injectable()
export class BigBlueButtonService {
  constructor(
    private readonly providerRequests: ProviderRequests,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
  ) {}

  /** Returns the path of a link that is valid for the users of the organization. */
  create(
    { realmId, userId }: Actor,
    { name, isVoiceOnly }: { name: string; isVoiceOnly: boolean },
  ): string {
    this.requireServer();
    const meeting: Meeting = {
      purpose: PURPOSE,
      realmId,
      meetingId: `parley-${randomId()}`,
      name: callName(name),
      isVoiceOnly,
      moderatorId: userId,
    };
    const sealed = this.secretBox.seal(JSON.stringify(meeting)).toString('base64url');
    return `/calls/bigbluebutton/join?bigbluebutton=${sealed}`;
  }

  /** Creates the meeting unless it exists, and returns the URL at which the actor joins it. */
  async join(actor: Actor, sealed: string): Promise<string> {
    const server = this.requireServer();
    const meeting = this.open(sealed);
    if (meeting?.purpose !== PURPOSE || meeting.realmId !== actor.realmId) {
      throw ApiError.badRequest('The link is not valid in this organization');
    }
    const createTime = await this.start(server, meeting);
    return signedUrl(server, 'join', {
      meetingID: meeting.meetingId,
      role: meeting.moderatorId === actor.userId ? 'MODERATOR' : 'VIEWER',
      fullName: actor.fullName,
      createTime,
    });
  }

  private start(
    server: BigBlueButtonConfig,
    { meetingId, name, isVoiceOnly }: Meeting,
  ): Promise<string> {
    const url = signedUrl(server, 'create', {
      meetingID: meetingId,
      name,
      lockSettingsDisableCam: String(isVoiceOnly),
    });
    return this.providerRequests.run(NAME, async (send) => {
      const response = await send(url);
      requireAccepted(NAME, response);
      const xml = await response.text();
      if (textIn(xml, 'messageKey') === 'checksumError') {
        throw ApiError.badRequest('BigBlueButton refuses the credentials of this server');
      }
      if (textIn(xml, 'returncode') !== 'SUCCESS') {
        throw ApiError.badRequest('BigBlueButton did not create the meeting');
      }
      return textIn(xml, 'createTime');
    });
  }

  private requireServer(): BigBlueButtonConfig {
    const { bigBlueButton } = this.config.videoCalls;
    if (!bigBlueButton) throw notConfigured(NAME);
    return bigBlueButton;
  }

  private open(sealed: string): Meeting | undefined {
    try {
      return JSON.parse(this.secretBox.open(Buffer.from(sealed, 'base64url'))) as Meeting;
    } catch {
      return undefined;
    }
  }
}

/** Signs the query; the checksum covers it exactly as it is sent. */
export function signedUrl(
  { url, secret }: BigBlueButtonConfig,
  call: 'create' | 'getMeetings' | 'join',
  parameters: Record<string, string>,
): string {
  const query = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
  return `${new URL(`api/${call}`, url).href}?${query}&checksum=${checksum}`;
}

/** Returns the text of the first element with this name, or an empty string. */
export function textIn(xml: string, name: string): string {
  const document = parseDocument(xml, { xmlMode: true });
  return DomUtils.textContent(DomUtils.getElementsByTagName(name, document, true, 1));
}
