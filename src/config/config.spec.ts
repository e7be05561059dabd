import { describe, expect, it } from '@jest/globals';
import { StartupError } from '#platform/startup-error.js';
import { Config } from './config.js';

const SECRET_KEY = 'a key that protects nothing but tests';

describe('Config', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['EXTERNAL_URL', 'chat.example.com'],
    ['EXTERNAL_URL', 'https://chat.example.com/parley'],
    ['EXTERNAL_URL', 'https://chat.example.com/?'],
    ['EXTERNAL_URL', 'https://chat.example.com?org=a'],
    ['EXTERNAL_URL', 'https://chat.example.com/#top'],
    ['EXTERNAL_URL', 'https://user:secret@chat.example.com'],
    ['DATABASE_URL', 'mysql://localhost/parley'],
    ['REDIS_URL', 'localhost:6379'],
    ['SECRET_KEY', 'short'],
    ['RATE_LIMITS', 'no'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'xx'],
    ['WORKER_QUEUES', 'push,'],
    ['WORKER_CONCURRENCY', '0'],
    ['OWNER_EMAIL', 'nobody'],
    ['LDAP_URL', 'localhost'],
    ['LDAP_USER_FILTER', '(uid=someone)'],
    ['LDAP_EMAIL_ATTRIBUTE', 'm)(x'],
    ['LDAP_CREATE_ACCOUNTS', 'yes'],
    ['JWT_KEYS', 'acme=short'],
    ['JWT_KEYS', 'without a secret'],
    ['OIDC_ISSUER', 'id.example.com'],
    ['DEVELOPMENT_LOGIN', 'true'],
    ['OWNER_PASSWORD', 'short'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
    ['MAX_FILE_UPLOAD_SIZE_MIB', '0'],
    ['REALM_UPLOAD_QUOTA_MIB', '-1'],
    ['ZOOM_URL', 'zoom.us'],
    ['BIG_BLUE_BUTTON_URL', 'bbb.example.com'],
    ['SIP_DOMAIN', 'sip example'],
    ['SIP_DOMAIN', 'sip.example.com:5060'],
    ['SIP_REGISTRAR', 'registrar.example.com'],
    ['SIP_REGISTRAR', 'sip:user@registrar.example.com'],
    ['TURN_SECRET', 'short'],
  ])('rejects %s=%s with one line that names the variable', (name, value) => {
    const read = (): Config => new Config('all', { SECRET_KEY, [name]: value });
    expect(read).toThrow(StartupError);
    expect(read).toThrow(new RegExp(`^${name} must [^\n]+$`));
  });

  it.each([
    ['LDAP_SEARCH_BASE', { LDAP_URL: 'ldap://localhost' }],
    [
      'LDAP_BIND_DN',
      { LDAP_URL: 'ldap://localhost', LDAP_SEARCH_BASE: 'dc=example', LDAP_BIND_DN: 'cn=reader' },
    ],
    [
      'LDAP_ROLES',
      { LDAP_URL: 'ldap://localhost', LDAP_SEARCH_BASE: 'dc=example', LDAP_ROLES: 'staff=king' },
    ],
    [
      'OIDC_ISSUER',
      {
        OIDC_ISSUER: 'http://id.example.com',
        OIDC_CLIENT_ID: 'parley',
        OIDC_CLIENT_SECRET: 'a sample secret',
      },
    ],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.com' }],
    ['ZOOM_CLIENT_SECRET', { ZOOM_CLIENT_ID: 'sample' }],
    ['ZOOM_CLIENT_ID', { ZOOM_ACCOUNT_ID: 'sample' }],
    ['ZOOM_URL', { ZOOM_CLIENT_ID: 'a', ZOOM_CLIENT_SECRET: 'b', ZOOM_URL: 'http://zoom.us' }],
    ['WEBEX_CLIENT_ID', { WEBEX_CLIENT_SECRET: 'sample' }],
    ['BIG_BLUE_BUTTON_SECRET', { BIG_BLUE_BUTTON_URL: 'https://bbb.example.com' }],
    ['CONSTRUCTOR_GROUPS_URL', { CONSTRUCTOR_GROUPS_ACCESS_KEY: 'sample' }],
    ['NEXTCLOUD_TALK_PASSWORD', { NEXTCLOUD_URL: 'https://a', NEXTCLOUD_TALK_USERNAME: 'b' }],
    ['TURN_URLS', { TURN_URLS: 'turn:turn.example.com' }],
    ['TURN_URLS', { TURN_SECRET: 'a sample secret of a server' }],
    ['TURN_URLS', { TURN_URLS: 'https://a', TURN_SECRET: 'a sample secret of a server' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example.com' }],
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'files' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'sample' }],
  ])('rejects a missing or wrong %s with one line when it depends on others', (name, values) => {
    const read = (): Config => new Config('all', { SECRET_KEY, ...values });
    expect(read).toThrow(StartupError);
    expect(read).toThrow(new RegExp(`^${name} [^\n]*must be[^\n]+$`));
  });

  it.each([['0'], ['2'], ['loopback'], ['10.0.0.0/8, fd00::/8'], ['loopback,uniquelocal']])(
    'accepts TRUST_PROXY=%s',
    (value) => {
      expect(() => new Config('all', { SECRET_KEY, TRUST_PROXY: value })).not.toThrow();
    },
  );

  it.each(['https://chat.example.com', 'https://chat.example.com/', 'http://[::1]:8080'])(
    'accepts EXTERNAL_URL=%s',
    (value) => {
      expect(() => new Config('all', { SECRET_KEY, EXTERNAL_URL: value })).not.toThrow();
    },
  );

  it('treats an empty value as unset', () => {
    expect(new Config('all', { SECRET_KEY, PORT: '' }).port).toBe(8080);
  });

  it.each(['api', 'worker', 'mail'] as const)(
    'requires the shared variables for the role %s',
    (role) => {
      const MAIL_IN_PORT = '25';
      expect(() => new Config(role, { SECRET_KEY, MAIL_IN_PORT })).toThrow(
        /^DATABASE_URL must be set/,
      );
      const DATABASE_URL = 'postgres://localhost/parley';
      expect(() => new Config(role, { DATABASE_URL, MAIL_IN_PORT })).toThrow(
        /^SECRET_KEY must be set/,
      );
    },
  );

  it('requires the port for the role mail, and both TLS files for incoming mail', () => {
    expect(() => new Config('mail', { SECRET_KEY })).toThrow(/^MAIL_IN_PORT must be set/);
    const MAIL_IN_TLS_CERT_FILE = 'certificate.pem';
    expect(() => new Config('all', { SECRET_KEY, MAIL_IN_TLS_CERT_FILE })).toThrow(
      /^MAIL_IN_TLS_CERT_FILE and MAIL_IN_TLS_KEY_FILE must be set together/,
    );
    expect(() => new Config('all', { SECRET_KEY, MAIL_IN_DOMAIN: 'a b' })).toThrow(
      'MAIL_IN_DOMAIN',
    );
  });

  it.each(['/proc/nope', '/dev/null/below'])('rejects %s as DATA_DIR', (DATA_DIR) => {
    expect(() => new Config('all', { DATA_DIR })).toThrow(/^DATA_DIR .* cannot be used/);
  });
});
