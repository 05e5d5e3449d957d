import * as z from 'zod/mini'
import { manifestJson } from '../../worker/services/ifttt/import/manifest-json.ts'
import { keyTable, type SchemaPart } from './json-schema.ts'
import { meaningOf, tableKey } from './key-meanings.ts'

/** The meaning of each key of a manifest that has none, or another, in the format of services of their own. */
const MANIFEST_MEANINGS: Readonly<Record<string, string>> = {
  transport: 'ifttt: it is asked by IFTTT’s protocol.',
  short_name: 'A shorter one, at most 20 characters, for buttons and filter code.',
  api_url: 'The address before /ifttt/v1, without a slash at its end.',
  sign_in: 'Where people sign in; null if the service key alone opens the service.',
  'sign_in.authorize_url': 'Where people are sent to agree: whole, or a path from api_url.',
  'sign_in.token_url': 'Where codes and refresh tokens are exchanged: whole, or a path from api_url.',
  triggers: 'What starts an Applet; an empty list if nothing does.',
  queries: 'What an Applet looks up; an empty list if there is nothing.',
  actions: 'What an Applet does; an empty list if there is nothing.',
  'triggers.validates': 'true if the service is asked whether all values together are right, when they are saved.',
  'step.slug': 'The step’s name at the service: the last part of its address, such as triggers/runs_low.',
  'step.description': 'One sentence.',
  'step.ingredients': 'The values that the Applet may use: at least one.',
  'fields.slug': 'Its key in triggerFields, queryFields or actionFields.',
  'fields.options': 'For select and checkbox: the choices, or live where the service lists them. For text: live.',
  'fields.options.label': 'What people read.',
  'fields.options.value': 'What is sent.',
  'fields.validates': 'For triggers: true if the service is asked whether the value is right, when it is saved.',
  'ingredients.name': 'The name that people read.',
  'ingredients.type': 'What it holds.',
  'ingredients.from': 'Where it stands in an item, such as $.created_at.',
  'actions.repeat':
    'What a second try does: safe (nothing more), key (is known by X-Request-ID) or unsafe (does it twice; without it). See [Repeats](#repeats).',
}

/** A manifest's JSON, as its schema says it. */
export function manifestSchema(): SchemaPart {
  return z.toJSONSchema(manifestJson, { io: 'input' }) as SchemaPart
}

/** The table of a manifest's keys, for docs/services.md. */
export function manifestTable(): string {
  return keyTable(manifestSchema(), (key) => MANIFEST_MEANINGS[tableKey(key)] ?? meaningOf(key))
}
