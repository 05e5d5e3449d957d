import type { RunnerCtx } from '../../../system/context/context.ts'
import type { MovableClock } from '../../../system/context/movable-clock.ts'
import type { RunnerEnv } from '../../../system/context/runner-env.ts'
import type { ServicesPort } from '../../steps/services-port.ts'

/** The rest of the Worker, as `worker/app` gives it to a Durable Object. */
export type MakeObjectParts = (env: RunnerEnv) => { ctx: RunnerCtx; services: ServicesPort; clock: MovableClock }
