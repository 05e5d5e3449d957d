import { USUAL_SIGN_IN } from '../../../contract/services/service-file.ts'
import type { ProbedField, ProbedListing, ProbedStep } from './probe-steps.ts'
import type { ProbedService } from './probe-service.ts'

/**
 * Drafts a manifest from what a service told, as JSON. Its names are empty where only a person can give them: those are
 * what the schema finds wrong with it.
 */
export function draftManifest({ api_url, signs_in, triggers, queries, actions }: ProbedService) {
  return {
    transport: 'ifttt' as const,
    id: '',
    name: '',
    short_name: '',
    description: '',
    color: '#495057',
    api_url,
    sign_in: signs_in ? USUAL_SIGN_IN : null,
    triggers: triggers.map(draftListing),
    queries: queries.map(draftListing),
    actions: actions.map(draftStep),
  }
}

function draftStep({ slug: name, fields }: ProbedStep) {
  return { slug: name, name: '', description: '', fields: fields.map(draftField) }
}

function draftListing(listing: ProbedListing) {
  return { ...draftStep(listing), ingredients: listing.ingredients }
}

function draftField({ slug: name, example, live_options, validates }: ProbedField) {
  return {
    slug: name,
    label: '',
    type: live_options ? ('select' as const) : ('text' as const),
    ...(live_options ? { options: 'live' as const } : example && { hint: `Such as ${example}` }),
    ...(validates && { validates }),
  }
}
