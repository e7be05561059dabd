import { Module } from '@nestjs/common';
import { AddressPolicy } from './address-policy.js';
import { WebPages } from './web-pages.js';

@Module({ providers: [AddressPolicy, WebPages], exports: [AddressPolicy, WebPages] })
export class OutgoingModule {}
