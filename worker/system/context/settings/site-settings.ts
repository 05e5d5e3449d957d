import * as z from 'zod/mini'
import { emptyAsDefault, flag, httpsUrl, list, NOWHERE, optional, trueOrFalse } from './setting-shapes.ts'

/** The settings for what the site shows and whom it trusts, and for what its operator watches. */
export const SITE_SETTINGS = {
  /** How many hours a new author's Applets wait before they stand in lists, search and sitemaps; 0: not at all. */
  PUBLISH_DELAY_HOURS: emptyAsDefault(
    z._default(z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a number of hours')), z.transform(Number)), 24),
  ),
  /** The hosts that added services may name, comma separated; any public host if it is empty. */
  SERVICE_HOSTS: list,
  /** Ids of the users who may see and use /settings/operator, and add services, comma separated (`npm run operate -- add-operator EMAIL`). */
  OPERATORS: list.check(
    z.refine((ids) => ids.every((id) => /^usr_\w+$/.test(id)), 'must be ids of users, such as usr_3f9c'),
  ),
  /** At most two hosts besides our own whose script-typed responses pages run (§7), comma separated. */
  SCRIPT_HOSTS: list.check(
    z.refine(
      (hosts) => hosts.length <= 2 && hosts.every((host) => /^[a-z\d.-]+(:\d+)?$/.test(host)),
      'must be at most two hosts, such as "static.example.com"',
    ),
  ),
  /** Whether the connect button connects automatically after 3 s (§4.10: in production only). */
  AUTO_CONNECT: flag,
  /** The API key and the number of the Google Cloud project whose Picker shows files; without both, files are only created. */
  GOOGLE_PICKER_KEY: optional(/^[\w-]{20,100}$/, 'an API key of Google'),
  GOOGLE_PICKER_APP_ID: optional(/^\d{6,20}$/, 'the number of a Google Cloud project'),
  /** The queue of jobs that failed too often, as wrangler.toml names it; a deployment sets it to the operator's name. */
  DEAD_LETTER_QUEUE: z._default(z.string().check(z.minLength(1)), 'switchyard-jobs-dead'),
  /** How large D1 may become, in MB: 10,000 with Workers Paid, 500 without. An error is logged from 70% of it on. */
  DATABASE_MAX_MB: z._default(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be a number of MB')), z.transform(Number)),
    10_000,
  ),
  /** Whether pages write otherwise silent errors to the browser's console (§5). */
  DEBUG: flag,
  /** Whether POST /graphql answers only our own documents. */
  GRAPHQL_PERSISTED_ONLY: emptyAsDefault(z._default(trueOrFalse, true)),
  /** The mobile app's store pages (§2.1); empty where there is no such app. */
  APP_STORE_URL: emptyAsDefault(z._default(httpsUrl, '')),
  PLAY_STORE_URL: emptyAsDefault(z._default(httpsUrl, '')),
}

/** What a wrong list of hosts counts as: one that allows none, because an empty one allows all. */
export const NO_HOSTS = { SERVICE_HOSTS: [NOWHERE] }
