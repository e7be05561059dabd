import { Controller, Get } from '@nestjs/common';
import { RequireRole } from '#platform/http/access.decorators.js';
import { type Actor, CurrentActor, Role } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { Delete, Patch, Post } from '#platform/http/write-routes.js';
import { AddRealmDomainDto, UpdateRealmDomainDto } from './realm-domains.dto.js';
import { RealmDomainsService } from './realm-domains.service.js';
import { realmDomainView } from './realm-domains.view.js';

@Controller('realm/domains')
export class RealmDomainsController {
  constructor(private readonly realmDomainsService: RealmDomainsService) {}

  @Get()
  async list(@CurrentActor() actor: Actor): Promise<ResponseOf<'get-realm-domains'>> {
    const domains = await this.realmDomainsService.list(actor);
    return { domains: domains.map(realmDomainView) };
  }

  @Post()
  @RequireRole(Role.Owner)
  async add(
    @CurrentActor() actor: Actor,
    @Input() { domain, allow_subdomains: allowSubdomains }: AddRealmDomainDto,
  ): Promise<ResponseOf<'add-realm-domain'>> {
    const added = await this.realmDomainsService.add(actor, domain, allowSubdomains);
    return { new_domain: [added.id, added.domain] };
  }

  @Patch(':domain')
  @RequireRole(Role.Owner)
  async update(
    @CurrentActor() actor: Actor,
    @PathText('domain') domain: string,
    @Input() { allow_subdomains: allowSubdomains }: UpdateRealmDomainDto,
  ): Promise<ResponseOf<'patch-realm-domain'>> {
    await this.realmDomainsService.update(actor, domain, allowSubdomains);
  }

  @Delete(':domain')
  @RequireRole(Role.Owner)
  async remove(
    @CurrentActor() actor: Actor,
    @PathText('domain') domain: string,
  ): Promise<ResponseOf<'delete-realm-domain'>> {
    await this.realmDomainsService.remove(actor, domain);
  }
}
