import type { TriggerDefinition } from '../../engine/steps/service-steps.ts'
import type { StepFailure } from '../../system/runner-api/step-outcome.ts'
import { followFeed } from './feed-source.ts'
import { fetchFeed } from './fetch-feed.ts'

/** How long its author waits for a feed, in ms. */
const PATIENCE = 5000

/** Reads the feed once. Where it is only away for now, its address may be right. */
export const validateFeed: NonNullable<TriggerDefinition['validate']> = async (fields, io) => {
  const { feed_url = '' } = followFeed.fields(fields)
  const outcome = await fetchFeed(feed_url, { etag: null, last_modified: null, timeout: PATIENCE }, io)
  if (outcome.ok) return {}
  const { failure, message } = outcome.problem
  return { feed_url: MAY_BE_RIGHT[failure] ? { unsure: message } : message }
}

const MAY_BE_RIGHT: Record<StepFailure, boolean> = {
  transport: true,
  timeout: true,
  server: true,
  rate_limited: true,
  busy: true,
  skip: true,
  too_large: false,
  refused: false,
  status: false,
  unauthorized: false,
  gone: false,
  protocol: false,
  input: false,
}
