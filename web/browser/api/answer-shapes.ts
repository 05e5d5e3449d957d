import type { RequestOptions } from '../../../worker/contract/accounts/passkey.ts'
import type { AppletEditResponse, AppletResponse } from '../../../worker/contract/applets/applet.ts'
import type { DraftResponse } from '../../../worker/contract/drafts/draft.ts'
import type { Shape } from '../request/answer-shape.ts'

/** Shapes shared by the answers of several calls. */
export const APPLET = {
  applet: {
    id: 'number',
    name: 'text',
    status: 'text',
    services: 'list',
    step_services: 'list',
    connections: 'list',
    enablement_rules: 'object',
    configurations: 'list',
    fields: 'object',
  },
} as const satisfies Shape<AppletResponse>

export const APPLET_TO_EDIT = {
  applet: { id: 'number', rev: 'number', name: 'text', step_services: 'list', fixed_destinations: 'list' },
  viewer: 'object',
  fields: 'list',
  ingredients: 'list',
  update: 'object?',
  accounts: 'list',
} as const satisfies Shape<AppletEditResponse>

export const DRAFT = {
  draft: {
    version: 'number',
    doc: 'object',
    steps: 'list',
    problems: 'list',
    rules: 'object',
    part_rules: 'object',
  },
} as const satisfies Shape<DraftResponse>

/** As browsers need them to ask for a passkey. */
export const REQUEST_OPTIONS = {
  rpId: 'text',
  challenge: 'text',
  timeout: 'number',
  allowCredentials: 'list',
  userVerification: 'text',
} as const satisfies Shape<RequestOptions>
