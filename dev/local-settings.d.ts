/** Settings for this machine only: the keys are public, so nothing that they protect is secret. `.dev.vars` overrides. */
export declare const LOCAL_SETTINGS: {
  PRODUCT_NAME: string
  SUPPORT_URL: string
  MAIL_FROM: string
  SECRET_KEY: string
  TOKEN_KEYS: string
  AUTO_CONNECT: string
  APP_STORE_URL: string
  PLAY_STORE_URL: string
}
