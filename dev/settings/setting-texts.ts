import type { Settings } from '../../worker/system/context/env.ts'

type SettingText = {
  about: string
  /** Set with `wrangler secret put`, never in a file. */
  secret?: true
}

/** The purpose of each setting, for docs/settings.md. A setting without a line does not compile. */
export const SETTING_TEXTS: Record<keyof Settings, SettingText> = {
  SITE_ORIGIN: {
    about:
      'Where the pages are, such as `https://example.com`. Links in mails lead there, and OAuth returns there. A deployment asks for it',
  },
  PRODUCT_NAME: { about: 'What the product is called on pages and in mails' },
  SUPPORT_URL: { about: 'Where people get help; also the contact in `/.well-known/security.txt`' },
  SECRET_KEY: {
    secret: true,
    about:
      'Signs links and form tokens: `openssl rand -base64 32`. To rotate it, put the new key and a comma in front. A deployment at a terminal makes the first one',
  },
  TOKEN_KEYS: {
    secret: true,
    about:
      'Encrypts stored tokens: `k1:` and `openssl rand -base64 32`. To rotate it, see “Secrets” in [operate.md](operate.md). Without its keys no stored token can be read. A deployment at a terminal makes the first one',
  },
  SERVICE_CREDENTIALS: {
    secret: true,
    about:
      'Your clients at the services, as JSON: `{"github": {"client_id": "…", "client_secret": "…"}}`. Register `SITE_ORIGIN/api/connections/callback/{module_name}` as the redirect address. With a `service_key`, that service may say “poll now” at `/v1/notifications`. Until a service has its client, its page says that it is not set up here; `/settings/operator` says what to register where',
  },
  SERVICE_ADDRESSES: {
    about:
      'Where services are, if not at the addresses in their files, as JSON: `{"gitlab": "https://gitlab.internal.example"}`. A deployment writes it into the catalog too',
  },
  TRUSTED_ORIGINS: {
    about:
      'Origins, comma separated, where services may live although they are not public https ones. Needed only for a gateway or a server in your own network',
  },
  RUN_PACE: {
    about: "Whether a plan's events a minute hold back what is above them. `off` only where speed is measured",
  },
  RUN_CALLS_A_TURN: {
    about: 'The most calls to services that one request or alarm of one user begins. Workers Free allows 50 requests',
  },
  OPEN_METEO_KEY: {
    secret: true,
    about:
      "Your key at Open-Meteo; then the weather comes from there. Without it, the weather is MET Norway's, free under CC BY 4.0",
  },
  SENTRY_DSN: {
    secret: true,
    about:
      'Where errors of the Workers, the pages and browsers go besides the log: the DSN of a project at Sentry, or at anything that speaks its protocol. It may stand under `"vars"` instead',
  },
  PUBLISH_DELAY_HOURS: {
    about: "How many hours a new author's Applets wait for lists, search and sitemaps: 0 to 999",
  },
  SERVICE_HOSTS: { about: 'The hosts that added services may name, comma separated. Empty: any public host' },
  OPERATORS: {
    about:
      'Ids of the users, comma separated, who may use `/settings/operator` and add services at `/settings/services/new`. `npm run operate -- add-operator` prints them. Empty: nobody',
  },
  SCRIPT_HOSTS: {
    about:
      'At most two hosts of your own, comma separated, such as `static.example.com`, that signed-in pages may call besides ours. Pages run their answers of a script type',
  },
  AUTO_CONNECT: { about: 'Whether Connect starts by itself after 3 s. `wrangler.toml` has `true`' },
  GOOGLE_PICKER_KEY: {
    about:
      'The API key of the Google Cloud project of your client for `google_sheets`, with the Picker API on and the key limited to your site. With it and the next setting, users also pick files that they have; without them, Applets use the spreadsheets that they create',
  },
  GOOGLE_PICKER_APP_ID: { about: 'The number of that project' },
  DEAD_LETTER_QUEUE: {
    about:
      'The queue of jobs that failed too often. A deployment sets it to the `dead_letter_queue` of `wrangler.toml`, or to your name for it',
  },
  DATABASE_MAX_MB: {
    about: 'How large D1 may become: 10,000 MB with Workers Paid, 500 without. An error is logged from 70% of it on',
  },
  DEBUG: { about: "Whether pages log in the browser's console why the call about an unfinished checkout failed" },
  GRAPHQL_PERSISTED_ONLY: {
    about:
      'Whether `/graphql` answers only the documents of our own pages (`worker/contract/graphql/persisted-documents.ts`)',
  },
  APP_STORE_URL: {
    about:
      'Where people get the iPhone app. Applets that need the app link there. Empty: there is none, and nothing links there',
  },
  PLAY_STORE_URL: { about: 'The same of the Android app' },
  SCRYPT_N: { about: "The cost of a password's hash. A site with https refuses less than the default" },
  OIDC_ISSUER: {
    about:
      'An OpenID provider to sign in through, besides email and password. Register `SITE_ORIGIN/api/oidc/callback` there. Set all four of these or none; without them the sign-in page offers no provider',
  },
  OIDC_CLIENT_ID: { about: 'Your client at that provider' },
  OIDC_CLIENT_SECRET: { secret: true, about: "That client's secret" },
  OIDC_NAME: { about: 'What the button calls the provider: “Continue with …”' },
  MAIL_FROM: { about: 'The sender of all mails, such as `Switchyard <hello@example.com>`' },
  IN_DOMAIN: {
    about:
      'The domain whose mails start Applets, such as `in.example.com`. Turn on Email Routing for it, with a catch-all rule to the API Worker. Empty: the trigger says that it is not set up',
  },
  VAPID_KEYS: {
    secret: true,
    about:
      "Signs notifications: `node -p \"k=crypto.createECDH('prime256v1');k.generateKeys('base64url')+':'+k.getPrivateKey('base64url')\"`. Without it there are none. A deployment at a terminal makes the first one",
  },
  TWILIO_ACCOUNT_SID: {
    about:
      "The Twilio account that texts the app's link. Without all three of these no text goes out, and the log says so",
  },
  TWILIO_AUTH_TOKEN: { secret: true, about: "That account's token" },
  TWILIO_FROM: { about: "That account's number or messaging service (`MG…`)" },
  TEXT_COUNTRIES: {
    about:
      'The countries whose mobile numbers get texts, as calling codes, comma separated. `1` is the United States and Canada; an island under it is named with its area code, such as `1876`. `dev/published-data/phones/mobile-patterns.ts` has the others',
  },
  TEXTS_A_DAY: { about: 'How many texts all users together get in 24 hours. The log has an error for each one above' },
  TWILIO_API_BASE: { about: 'Only if you reach Twilio through a gateway of your own' },
  AI_PROVIDER: {
    about:
      'Which language model reads sentences on `/create`: `off` (none), `workers-ai` or `openai`. A deployment sets it to `workers-ai` unless `deployment.json` says otherwise. See “A language model” in [deploy.md](deploy.md)',
  },
  AI_BASE_URL: { about: "For `openai`: the server's address, up to `/chat/completions`" },
  AI_MODEL: {
    about:
      'The model. `openai` needs one; `workers-ai` takes `@cf/meta/llama-3.3-70b-instruct-fp8-fast` if you name none',
  },
  AI_API_KEY: { secret: true, about: 'The key of that server. Empty for one that wants none' },
  AI_CALLS_A_DAY: {
    about:
      'How often all users together have the model asked in 24 hours, one of them at most a tenth of it; above that our own planner answers alone. A sentence is one call. 0: never',
  },
  STRIPE_SECRET_KEY: {
    secret: true,
    about:
      'The secret key of the Stripe account that sells the plans. It must be an account in the US, because wallets pay in its country. Without both keys nothing is sold, and checkout says so',
  },
  STRIPE_PUBLISHABLE_KEY: { about: "That account's publishable key" },
  STRIPE_WEBHOOK_SECRETS: {
    secret: true,
    about:
      "`whsec_…` of Stripe's endpoint `SITE_ORIGIN/webhooks/stripe`; two, comma separated, while one is rotated. `npm run stripe:setup` makes it",
  },
  RENEWAL_NOTICE_DAYS: { about: 'How many days before a yearly plan renews its user is told: 15 to 45' },
  STRIPE_TAX: {
    about:
      "Whether Stripe Tax finds the tax in your prices; set it up in Stripe's Dashboard first. Checkout then asks for country and postal code, and receipts name the tax",
  },
  STRIPE_API_BASE: { about: 'Another Stripe, with test keys only' },
  CAMPAIGN_CODE: {
    about:
      'The promotion code of the campaign that `/plans?reason=holiday` offers: 23% off the first payment of Pro, monthly and yearly, not for students. What Stripe says of it counts for 5 minutes. A code with other terms is logged and not offered. Empty: no campaign, and that page offers Pro at its price',
  },
  STRIPE_JS_URL: { about: "Another Stripe.js, with test keys only. Empty: Stripe's own" },
}
