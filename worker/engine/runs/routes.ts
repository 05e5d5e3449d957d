import { Hono } from 'hono/tiny'
import { parseAppletKey } from '../../contract/addresses.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import {
  heldInput,
  pauseInput,
  replayAllInput,
  replayInput,
  resolveInput,
  runDaysInput,
  runsInput,
} from '../../contract/runs/run-input.ts'
import { validate } from '../../system/http/validate.ts'
import { checkNow, readAppletRuns, resolveHeld, resumeApplet, runMissed, testRun } from './applet-runs.ts'
import { cancelRun, replayAll, replayRun, resolveRun, runAgain, tryRunNow } from './change-runs.ts'
import { pressInput } from '../../contract/runs/press-input.ts'
import { listRuns, readRunDays } from './list-own-runs.ts'
import { pauseRuns } from './pause-runs.ts'
import { pressButton } from './press-applet-button.ts'

/** The user's own runs. */
export const runRoutes = new Hono<HonoEnv>()
  .get('/runs', validate('query', runsInput), async (c) => {
    const { applet_id, q: text, ...asked } = c.req.valid('query')
    return c.json(await listRuns(c.get('ctx'), { ...asked, text, ...(applet_id && { applet_id: Number(applet_id) }) }))
  })
  .get('/runs/days', validate('query', runDaysInput), async (c) => {
    const { applet_id } = c.req.valid('query')
    return c.json(await readRunDays(c.get('ctx'), applet_id === undefined ? null : Number(applet_id)))
  })
  .post('/runs/replay', validate('json', replayAllInput), async (c) =>
    c.json(await replayAll(c.get('ctx'), c.req.valid('json'))),
  )
  .patch('/runs/pause', validate('json', pauseInput), async (c) =>
    c.json(await pauseRuns(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/runs/:id/replay', validate('json', replayInput), async (c) =>
    c.json(await replayRun(c.get('ctx'), c.req.param('id'), c.req.valid('json'))),
  )
  .post('/runs/:id/again', async (c) => c.json(await runAgain(c.get('ctx'), c.req.param('id')), 201))
  .post('/runs/:id/cancel', async (c) => c.json(await cancelRun(c.get('ctx'), c.req.param('id'))))
  .post('/runs/:id/try_now', async (c) => c.json(await tryRunNow(c.get('ctx'), c.req.param('id'))))
  .post('/runs/:id/resolve', validate('json', resolveInput), async (c) =>
    c.json(await resolveRun(c.get('ctx'), c.req.param('id'), c.req.valid('json'))),
  )
  .get('/applets/:id/health', async (c) =>
    c.json(await readAppletRuns(c.get('ctx'), parseAppletKey(c.req.param('id')))),
  )
  .post('/applets/:id/check_now', async (c) =>
    c.json(await checkNow(c.get('ctx'), parseAppletKey(c.req.param('id'))), 202),
  )
  .post('/applets/:id/test_run', async (c) =>
    c.json(await testRun(c.get('ctx'), parseAppletKey(c.req.param('id'))), 201),
  )
  .post('/applets/:id/press', validate('json', pressInput), async (c) =>
    c.json(await pressButton(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json')), 202),
  )
  .post('/applets/:id/resume', async (c) => c.json(await resumeApplet(c.get('ctx'), parseAppletKey(c.req.param('id')))))
  .post('/applets/:id/held', validate('json', heldInput), async (c) =>
    c.json(await resolveHeld(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json').answer)),
  )
  .post('/applets/:id/missed', async (c) => c.json(await runMissed(c.get('ctx'), parseAppletKey(c.req.param('id')))))
