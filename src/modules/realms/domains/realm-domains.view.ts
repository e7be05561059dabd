/** A row of the table `realm_domains`, as on the wire. */
export interface RealmDomain {
  domain: string;
  allow_subdomains: boolean;
}
