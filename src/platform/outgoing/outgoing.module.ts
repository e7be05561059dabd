import { Module } from '@nestjs/common';
import { AddressPolicy } from './address-policy.js';
import { OutgoingRequests } from './outgoing-requests.js';
import { WebPages } from './web-pages.js';
import { WebhookPosts } from './webhook-posts.js';

@Module({
  providers: [AddressPolicy, OutgoingRequests, WebPages, WebhookPosts],
  exports: [AddressPolicy, OutgoingRequests, WebPages, WebhookPosts],
})
export class OutgoingModule {}
