import { env, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { enableApplet } from '../../applets/enable/enable-applet.ts'
import { anAppletFixture, anAppletWithField, aPlainApplet } from '../../applets/testing/stored-applet.fixture.ts'
import { runners } from '../../db/schema/runners.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Program } from '../../system/runner-api/program.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { anEnablement, aSubscription } from '../../testing/rows.ts'
import { aHubWithLights } from './hub-with-lights.fixture.ts'
import { readSnapshot } from './read-snapshot.ts'
import { syncRunner } from './sync-runner.ts'

/** A user with Pro whose Runner was told of three Applets: one with a field, a dynamic connection, and a plain one. */
export async function aToldUser(who: 'user' | 'author' = 'user') {
  const world = await anAppletFixture()
  const { db, base } = world
  const user = world[who]
  await aSubscription(db, user, { tier: 'pro' })
  const isOn = { enabled_count: 1 }
  const applets = [
    await anAppletWithField(world, isOn),
    await aHubWithLights(world),
    await aPlainApplet(world, isOn),
  ] as const
  const [feed, hub, plain] = applets
  await anEnablement(db, user, feed, { fields: { '0.url': 'https://feeds.test/a' } })
  await enableApplet(await base.as(user), { id: hub.id })
  await anEnablement(db, user, plain)
  await base.settled()
  await syncRunner(base, user.id)
  const { ctx, calls } = watchRunners(await base.as(user))
  return { world, ctx, calls, user, applets }
}
export type ToldUser = Awaited<ReturnType<typeof aToldUser>>

/** Expects the Runner to have what D1 has, and D1 to know it. Returns the programs. */
export async function expectTold(ctx: Ctx, user: { id: string }): Promise<Program[]> {
  const { applied, wanted, programs, inD1 } = await toldState(ctx, user)
  expect(programs).toEqual(inD1)
  expect(applied).toBe(wanted)
  return programs
}

/** What D1 says of a user's Runner, and the programs that each of them has. */
export async function toldState(ctx: Ctx, user: { id: string }) {
  const [row] = await ctx.db.select().from(runners).where(eq(runners.user_id, user.id))
  const stub = env.RUNNER.get(env.RUNNER.idFromString(row?.runner_id ?? ''))
  const known = await runInDurableObject(stub, (_, { storage }) =>
    storage.sql.exec<{ doc: string }>('select doc from program where current = 1 order by applet_id').toArray(),
  )
  return {
    applied: row?.applied,
    wanted: row?.wanted,
    programs: known.map(({ doc }): Program => JSON.parse(doc)),
    inD1: (await readSnapshot(ctx, user.id))?.snapshot.programs ?? [],
  }
}

type Around = (name: keyof RunnerApi, ask: () => Promise<unknown>) => Promise<unknown>

/** The same context, where each call of a Runner goes through `around`. `calls`: those but for counts. */
export function watchRunners<C extends Ctx>(ctx: C, around: Around = (_name, ask) => ask()) {
  const calls: string[] = []
  const get = (runner_id: string): RunnerApi =>
    new Proxy(ctx.runners.get(runner_id), {
      get: (of, name: keyof RunnerApi) => {
        const method = of[name] as ((...given: unknown[]) => Promise<unknown>) | undefined
        if (!method) return undefined
        return (...given: unknown[]) => {
          if (name !== 'counts') calls.push(name)
          return around(name, () => method(...given))
        }
      },
    })
  return { ctx: { ...ctx, runners: { ...ctx.runners, get } }, calls }
}
