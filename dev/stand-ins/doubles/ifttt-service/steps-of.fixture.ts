import { Hono } from 'hono'
import { OUTSIDE_APPLETS } from '../../../../worker/services/format/outside-applets.ts'
import { guardedOutcome } from '../../../../worker/system/outbound/guarded-outcome.ts'
import type { StepIo } from '../../../../worker/engine/steps/service-steps.ts'
import { runnableService } from '../../../../worker/services/format/http/runnable-service.ts'
import { iftttService, type IftttManifest } from '../../../../worker/services/ifttt/ifttt-service.ts'

export const NOW = Date.UTC(2026, 2, 10, 12)
const STAND_IN = 'http://stand-in.test'

type Access = { token?: string; service_key?: string }

/** A service's steps as the Runner runs them, at the app that answers for it. */
export function stepsOf(manifest: IftttManifest, app: Hono, { token, service_key }: Access) {
  const root = new Hono().route(`/${manifest.id}`, app)
  const settings = {
    SITE_ORIGIN: 'https://switchyard.example',
    SUPPORT_URL: 'https://switchyard.example/support',
    TRUSTED_ORIGINS: [STAND_IN],
  }
  const service = runnableService(iftttService(manifest))
  const io = (key: string | null): StepIo => ({
    fetch: guardedOutcome({ settings, fetch: async (to, init) => root.fetch(new Request(to, init)) }),
    token: token ?? null,
    credentials: {},
    base_url: `${STAND_IN}/${manifest.id}`,
    key,
    timezone: 'Europe/Berlin',
    now: NOW,
    ...OUTSIDE_APPLETS,
    app: { origin: settings.SITE_ORIGIN, serviceKey: async () => service_key ?? null },
  })
  const trigger = (slug: string) => {
    const found = service.triggers[slug]
    if (!found?.poll || !found.leave || !found.validate) throw new Error(`No trigger ${slug}`)
    return { poll: found.poll, leave: found.leave, validate: found.validate }
  }
  return {
    service,
    poll: (slug: string, fields: Record<string, string> = {}, page: string | null = null) => {
      const call = { fields, applet_id: 7, page, etag: null, last_modified: null, identity: `identity of ${slug}` }
      return trigger(slug).poll(call, io(null))
    },
    leave: (slug: string) =>
      trigger(slug).leave({ identity: `identity of ${slug}`, fields: {}, is_last: true }, io(null)),
    validate: (slug: string, fields: Record<string, string>) => trigger(slug).validate(fields, io(null)),
    ask: async (slug: string, fields: Record<string, string> = {}) => {
      const query = service.queries[slug]
      if (!query) throw new Error(`No query ${slug}`)
      return query.run({ fields, applet_id: 7 }, io(null))
    },
    act: async (slug: string, fields: Record<string, string> = {}) => {
      const action = service.actions[slug]
      if (!action) throw new Error(`No action ${slug}`)
      return action.run({ fields, applet_id: 7 }, io('sy_run_1_0'))
    },
    account: () => service.checkAccount?.(io(null)) ?? null,
  }
}
