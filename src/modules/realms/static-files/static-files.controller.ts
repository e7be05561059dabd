// The files whose addresses are in responses and rendered messages: the names of emoji and the default
// pictures. Public, since clients load them without credentials, and readable by pages of other origins.
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { readFileSync } from 'node:fs';
import { EMOJI_NAMES } from '#modules/realms/emoji';
import { Public, Unlimited } from '#platform/http/access.decorators.js';

const CACHE_SECONDS = 86_400;

const EMOJI_DATA = Buffer.from(JSON.stringify({ code_to_names: EMOJI_NAMES }));
const LOGO = file('logo.svg');
const LOADER = file('loader-black.svg');
const ZULIP_EMOJI = file('zulip.png');

@Controller('static')
export class StaticFilesController {
  @Get('generated/emoji/emoji_api.json')
  @Public()
  @Unlimited()
  emojiData(@Res() response: Response): void {
    send(response, 'application/json', EMOJI_DATA);
  }

  @Get('generated/emoji/images/emoji/unicode/zulip.png')
  @Public()
  @Unlimited()
  zulipEmoji(@Res() response: Response): void {
    send(response, 'image/png', ZULIP_EMOJI);
  }

  @Get('images/logo.svg')
  @Public()
  @Unlimited()
  logo(@Res() response: Response): void {
    send(response, 'image/svg+xml', LOGO);
  }

  @Get('images/loading/loader-black.svg')
  @Public()
  @Unlimited()
  loader(@Res() response: Response): void {
    send(response, 'image/svg+xml', LOADER);
  }
}

function send(response: Response, type: string, content: Buffer): void {
  response.set({
    'Content-Type': type,
    'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  response.send(content);
}

function file(name: string): Buffer {
  return readFileSync(new URL(`files/${name}`, import.meta.url));
}
