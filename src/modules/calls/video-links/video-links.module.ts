import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RealmsModule } from '#modules/realms/realms';
import { BigBlueButtonService } from './big-blue-button.service.js';
import { ConnectAccountService } from './connect-account.service.js';
import { ConnectedAccounts } from './connected-accounts.service.js';
import { ConstructorGroupsService } from './constructor-groups.service.js';
import { NextcloudTalkService } from './nextcloud-talk.service.js';
import { OAuthClients } from './oauth-clients.service.js';
import { ProviderRequests } from './provider-requests.js';
import { VideoCallTokenEntity } from './video-call-token.entity.js';
import { VideoCallTokensRepository } from './video-call-tokens.repository.js';
import { VideoCallTokens } from './video-call-tokens.service.js';
import { VideoLinkPagesController } from './video-link-pages.controller.js';
import { VideoLinksController } from './video-links.controller.js';
import { VideoLinksSnapshot } from './video-links.snapshot.js';
import { WebexService } from './webex.service.js';
import { ZoomService } from './zoom.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([VideoCallTokenEntity]), RealmsModule],
  controllers: [VideoLinkPagesController, VideoLinksController],
  providers: [
    BigBlueButtonService,
    ConnectAccountService,
    ConnectedAccounts,
    ConstructorGroupsService,
    NextcloudTalkService,
    OAuthClients,
    ProviderRequests,
    VideoCallTokens,
    VideoCallTokensRepository,
    VideoLinksSnapshot,
    WebexService,
    ZoomService,
  ],
  exports: [VideoCallTokens],
})
export class VideoLinksModule {}
