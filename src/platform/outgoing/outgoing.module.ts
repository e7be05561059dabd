import { Module } from '@nestjs/common';
import { AddressPolicy } from './address-policy.js';
import { OutgoingRequests } from './outgoing-requests.js';
import { WebPages } from './web-pages.js';

@Module({
  providers: [AddressPolicy, OutgoingRequests, WebPages],
  exports: [AddressPolicy, OutgoingRequests, WebPages],
})
export class OutgoingModule {}
