/** Settings for this machine only. The keys are public and protect nothing secret. `.dev.vars` overrides them. */
export const LOCAL_SETTINGS = {
  PRODUCT_NAME: 'Switchyard',
  SUPPORT_URL: 'https://switchyard.example/support',
  MAIL_FROM: 'Switchyard <hello@switchyard.example>',
  SECRET_KEY: 'local-development-key-that-is-not-secret',
  TOKEN_KEYS: `local:${Buffer.alloc(32, 'local').toString('base64')}`,
  VAPID_KEYS:
    'BCAxUmY3PYkP0TcifflbBNagq3kt3Uo8x8Y4jM8tbyUMmPv13mlf-I9SmwJEYoTT_7dd5FR16s2twHlnJcwa71s:Mau08UdiqsBPPSg7HMZTkppYRIfNxmdhtSm7JJSrCJI',
  OPERATORS: 'usr_proplus',
  AUTO_CONNECT: 'false',
  GRAPHQL_PERSISTED_ONLY: 'false',
  APP_STORE_URL: 'https://apps.apple.com/app/id0000000000',
  PLAY_STORE_URL: 'https://play.google.com/store/apps/details?id=example.switchyard',
}
