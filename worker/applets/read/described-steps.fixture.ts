import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import type { DescribedStep } from './fixed-destinations.ts'

const none = { account_slot: 0, needs_account: false, feature: null, fields: {}, user_fields: {}, hosts: [], known: [] }

const HOOK: DescribedStep = {
  ...none,
  id: 0,
  kind: 'trigger',
  module_name: 'webhooks',
  slug: 'web_request',
  step_name: 'Receive a web request',
  service_name: 'Webhooks',
  short_name: 'Webhooks',
}

function field(slug: string, label: string, given: Partial<DescribedStep['known'][number]> = {}) {
  return { slug, label, type: 'text' as const, destination: false, options: null, options_url: null, ...given }
}

/** Calls an address. */
export const CALL: DescribedStep = {
  ...HOOK,
  id: 1,
  kind: 'action',
  slug: 'make_request',
  step_name: 'Make a web request',
  known: [
    field('url', 'Address', { type: 'url', destination: true }),
    field('body', 'Body', { type: 'textarea' }),
    field('secret_header', 'Secret header', { type: 'secret' }),
  ],
}

/** Posts to a room. */
export const POST: DescribedStep = {
  ...CALL,
  id: 2,
  module_name: 'matrix',
  slug: 'post_message',
  step_name: 'Post a message',
  service_name: 'Matrix',
  short_name: 'Matrix',
  known: [field('room', 'Room', { destination: true }), field('text', 'Text', { type: 'textarea' })],
}

/** An Applet of a web request, filter code and these steps. */
export function versionOf(steps: DescribedStep[], code = '') {
  const filter = { id: -1, kind: 'filter' as const, code, compiled: null }
  const document: AppletDocument = { features: [], plan: null, steps: [HOOK, ...(code ? [filter] : []), ...steps] }
  return { document, described: [HOOK, ...steps] }
}
