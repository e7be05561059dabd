// Login methods, which the operator configures and each realm enables. Names are those of the realm
// setting `authentication_methods`.
import type { SignInConfig } from '#config/sign-in.js';
import type { ResponseOf, Schema } from '#platform/http/contract.js';
import type { RealmSettings } from './realm-settings.js';

const LOGIN_METHODS = ['Email', 'LDAP', 'OpenID Connect'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

type EnabledMethods = Pick<RealmSettings, 'authentication_methods'>;

/** Returns the methods configured on this server. */
export function availableMethods({ directory, openId }: SignInConfig): LoginMethod[] {
  return LOGIN_METHODS.filter((name) => {
    if (name === 'LDAP') return directory !== undefined;
    if (name === 'OpenID Connect') return openId !== undefined;
    return true;
  });
}

/** Configured methods are enabled until the realm disables them. */
export function isMethodOn(
  name: LoginMethod,
  { authentication_methods: enabled }: EnabledMethods,
  signIn: SignInConfig,
): boolean {
  return availableMethods(signIn).includes(name) && (enabled[name] ?? name !== 'Email');
}

/** The form of POST /register and PATCH /realm. */
export function loginMethodsView(
  settings: EnabledMethods,
  signIn: SignInConfig,
): Record<string, object> {
  return Object.fromEntries(
    availableMethods(signIn).map((name) => [
      name,
      { enabled: isMethodOn(name, settings, signIn), available: true },
    ]),
  );
}

type ServerLogin = Pick<
  ResponseOf<'get-server-settings'>,
  | 'authentication_methods'
  | 'external_authentication_methods'
  | 'email_auth_enabled'
  | 'require_email_format_usernames'
>;

/** The form of GET /server_settings. `url` is the URL of the realm. */
export function serverLoginView(
  url: string,
  settings: EnabledMethods,
  signIn: SignInConfig,
): ServerLogin {
  const email = isMethodOn('Email', settings, signIn);
  const ldap = isMethodOn('LDAP', settings, signIn);
  const openId = isMethodOn('OpenID Connect', settings, signIn);
  return {
    authentication_methods: {
      password: email || ldap,
      dev: signIn.development,
      email,
      ldap,
      remoteuser: false,
      github: false,
      azuread: false,
      gitlab: false,
      apple: false,
      google: false,
      saml: false,
      'openid connect': openId,
      discord: false,
    },
    external_authentication_methods: openId ? [openIdButton(url, signIn)] : [],
    email_auth_enabled: email,
    require_email_format_usernames: !ldap,
  };
}

/** Path of the page that redirects to the OpenID provider. */
const OPEN_ID_PATH = '/accounts/login/oidc';

function openIdButton(url: string, { openId }: SignInConfig): Schema<'LoginButton'> {
  return {
    name: 'oidc',
    display_name: openId?.displayName ?? '',
    display_icon: openId?.icon ?? null,
    login_url: `${url}${OPEN_ID_PATH}`,
    signup_url: `${url}${OPEN_ID_PATH}`,
  };
}
