import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import type { AppletResponse } from '../../contract/applets/applet.ts'
import {
  createAppletOfDraftInput,
  createDraftInput,
  findDraftStepsQuery,
  newDraftQuery,
  patchDraftInput,
} from '../../contract/drafts/draft-input.ts'
import type { DraftResponse } from '../../contract/drafts/draft.ts'
import { dryRunInput, runOnceInput } from '../../contract/drafts/try-input.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { validate } from '../../system/http/validate.ts'
import { createApplet } from './create/create-applet.ts'
import { checkDraft } from './edit/check-draft.ts'
import { createDraft } from './edit/create-draft.ts'
import { deleteDraft } from './edit/delete-draft.ts'
import { listDrafts } from './edit/list-drafts.ts'
import { patchDraft } from './edit/patch-draft.ts'
import { readDraft, readNewDraft } from './edit/read-draft.ts'
import { findDraftSteps } from './steps/find-draft-steps.ts'
import { dryRunDraft } from './try/dry-run-draft.ts'
import { runDraftOnce } from './try/run-draft-once.ts'
import { sampleDraft } from './try/sample-draft.ts'

/** Applets that are being made. Another user's draft is one that does not exist. */
export const draftRoutes = new Hono<HonoEnv>()
  .get('/drafts', async (c) => c.json(await listDrafts(c.get('ctx'))))
  .get('/drafts/new', validate('query', newDraftQuery), async (c) =>
    c.json(await readNewDraft(c.get('ctx'), c.req.valid('query'))),
  )
  .post('/drafts', validate('json', createDraftInput), async (c) => {
    const { created, draft } = await createDraft(c.get('ctx'), c.req.valid('json'))
    return c.json<DraftResponse, 200 | 201>({ draft }, created ? 201 : 200)
  })
  .get('/drafts/:id', async (c) => c.json(await readDraft(c.get('ctx'), parseDraftId(c.req.param('id')))))
  .patch('/drafts/:id', validate('json', patchDraftInput), async (c) =>
    c.json(await patchDraft(c.get('ctx'), parseDraftId(c.req.param('id')), c.req.valid('json'))),
  )
  .delete('/drafts/:id', async (c) => {
    await deleteDraft(c.get('ctx'), parseDraftId(c.req.param('id')))
    return c.body(null, 204)
  })
  .post('/drafts/:id/check', async (c) => c.json(await checkDraft(c.get('ctx'), parseDraftId(c.req.param('id')))))
  .post('/drafts/:id/create', validate('json', createAppletOfDraftInput), async (c) => {
    const { version, seen } = c.req.valid('json')
    const applet = await createApplet(c.get('ctx'), parseDraftId(c.req.param('id')), version, seen)
    return c.json<AppletResponse, 201>({ applet }, 201)
  })
  .post('/drafts/:id/sample', async (c) => c.json(await sampleDraft(c.get('ctx'), parseDraftId(c.req.param('id')))))
  .post('/drafts/:id/dry_run', validate('json', dryRunInput), async (c) =>
    c.json(await dryRunDraft(c.get('ctx'), parseDraftId(c.req.param('id')), c.req.valid('json'))),
  )
  .post('/drafts/:id/run_once', validate('json', runOnceInput), async (c) =>
    c.json(await runDraftOnce(c.get('ctx'), parseDraftId(c.req.param('id')), c.req.valid('json')), 201),
  )
  .get('/steps', validate('query', findDraftStepsQuery), async (c) =>
    c.json(await findDraftSteps(c.get('ctx'), c.req.valid('query'))),
  )

/** A draft's id in an address. Throws `not_found` for what cannot be one. */
function parseDraftId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new AppError('not_found')
  return Number(text)
}
