import type { Ctx } from '../../system/context/context.ts'
import type { ProbeServiceInput } from '../../contract/services/service-file-input.ts'
import type { ProbedServiceFile } from '../../contract/services/service-file.ts'
import { guardedOutcome } from '../../system/outbound/guarded-outcome.ts'
import { OUTSIDE_APPLETS } from '../format/outside-applets.ts'
import { draftManifest } from '../ifttt/import/draft-manifest.ts'
import { probeService } from '../ifttt/import/probe-service.ts'
import { requireOperator } from '../../users/session/require-operator.ts'

/**
 * Asks a service of IFTTT's protocol what it has. Stores nothing: its operator names what only a person can name, and
 * saves the file with the key. Throws `not_signed_in`, `not_found` for all but operators, `invalid_input` on `api_url`
 * or `service_key`, `service_unreachable` (502).
 */
export async function probeIftttService(ctx: Ctx, input: ProbeServiceInput): Promise<ProbedServiceFile> {
  await requireOperator(ctx)
  const probed = await probeService(ctx, portsOf(ctx), input)
  const draft = draftManifest(probed)
  const checked = await ctx.serviceChecker.checkServiceFile(draft, ctx.settings.SERVICE_HOSTS)
  const listings = [...probed.triggers, ...probed.queries]
  return {
    file: JSON.stringify(draft, null, 2),
    gaps: checked.kind === 'wrong' ? checked.problems.map(({ path }) => path.join('.')) : [],
    problems: listings.flatMap(({ slug, problem }) => (problem === null ? [] : [{ step: slug, message: problem }])),
  }
}

/** It asks, and tells nobody. */
function portsOf(ctx: Ctx): Parameters<typeof probeService>[1] {
  return {
    fetch: guardedOutcome(ctx),
    credentials: {},
    key: null,
    timezone: 'UTC',
    now: ctx.now(),
    ...OUTSIDE_APPLETS,
  }
}
