/** Settings for this machine only: the keys are public, so nothing that they protect is secret. `.dev.vars` overrides. */
export const LOCAL_SETTINGS = {
  PRODUCT_NAME: 'Switchyard',
  SUPPORT_URL: 'https://switchyard.example/support',
  MAIL_FROM: 'Switchyard <hello@switchyard.example>',
  SECRET_KEY: 'local-development-key-that-is-not-secret',
  TOKEN_KEYS: `local:${Buffer.alloc(32, 'local').toString('base64')}`,
  AUTO_CONNECT: 'false',
  GRAPHQL_PERSISTED_ONLY: 'false',
}
