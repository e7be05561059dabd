// Netlify signs with a JSON Web Token, which contains the digest of the body.
import { createHash, createHmac } from 'node:crypto';
import { areEqual, Payload, type SignatureScheme } from '#modules/integrations/toolkit';

const HEADER = 'X-Webhook-Signature';

export const tokenSignature: SignatureScheme = ({ header, body }, secret) => {
  const [head = '', claims = '', signature = ''] = header(HEADER)?.split('.') ?? [];
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  if (!areEqual(signature, expected)) return false;
  const digest = decoded(claims).value('sha256');
  return areEqual(String(digest), createHash('sha256').update(body).digest('hex'));
};

function decoded(claims: string): Payload {
  try {
    return new Payload(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  } catch {
    return new Payload({});
  }
}
