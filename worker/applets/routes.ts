import { Hono } from 'hono/tiny'
import { type AppletResponse } from '../contract/applets/applet.ts'
import {
  configurationsInput,
  createAppletInput,
  notificationsInput,
  publishInput,
  saveAppletInput,
} from '../contract/applets/applet-input.ts'
import { runSettingsInput } from '../contract/runs/run-input.ts'
import { myAppletsInput } from '../contract/applets/my-applets-input.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { validate } from '../system/http/validate.ts'
import { parseAppletKey } from '../contract/addresses.ts'
import { enableApplet } from './enable/enable-applet.ts'
import { deleteApplet } from './publish/delete-applet.ts'
import { disableApplet } from './enable/disable-applet.ts'
import { listMyApplets } from './browse/list-my-applets.ts'
import { publishApplet } from './publish/publish-applet.ts'
import { readPublication } from './publish/read-publication.ts'
import { checkConnection, readApplet, readForEditing, readUpgradeDetails, readViewer } from './read/read-applet.ts'
import { restoreApplet } from './publish/restore-applet.ts'
import { saveApplet } from './enable/save-applet.ts'
import { regenerateAddress } from './enable/regenerate-address.ts'
import { setConfigurations } from './enable/set-configurations.ts'
import { unpublishApplet } from './publish/unpublish-applet.ts'
import { setNotifications } from './enable/set-notifications.ts'
import { setRunSettings } from './enable/set-run-settings.ts'

/** The Applet API (§7). Every `:id` is an id, a friendly_id, or "{id}-{anything}". */
export const appletRoutes = new Hono<HonoEnv>()
  .get('/my_applets', validate('query', myAppletsInput), async (c) =>
    c.json(await listMyApplets(c.get('ctx'), c.req.valid('query'))),
  )
  .post('/applets', validate('json', createAppletInput), async (c) => {
    const { created, applet } = await enableApplet(c.get('ctx'), c.req.valid('json'))
    return c.json<AppletResponse, 200 | 201>({ applet }, created ? 201 : 200)
  })
  .get('/applets/:id', async (c) => c.json(await readApplet(c.get('ctx'), parseAppletKey(c.req.param('id')))))
  .get('/applets/:id/viewer', async (c) => c.json(await readViewer(c.get('ctx'), parseAppletKey(c.req.param('id')))))
  .get('/applets/:id/edit', async (c) => c.json(await readForEditing(c.get('ctx'), parseAppletKey(c.req.param('id')))))
  .get('/applets/:id/connection_check', async (c) =>
    c.json(await checkConnection(c.get('ctx'), parseAppletKey(c.req.param('id')))),
  )
  .get('/applets/:id/upgrade_details', async (c) =>
    c.json(await readUpgradeDetails(c.get('ctx'), parseAppletKey(c.req.param('id')))),
  )
  .patch('/applets/:id', validate('json', saveAppletInput), async (c) => {
    const applet = await saveApplet(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json'))
    return c.json({ applet })
  })
  .post('/applets/:id/disable', async (c) =>
    c.json({ applet: await disableApplet(c.get('ctx'), parseAppletKey(c.req.param('id'))) }),
  )
  .delete('/applets/:id', async (c) =>
    c.json({ applet: await deleteApplet(c.get('ctx'), parseAppletKey(c.req.param('id'))) }),
  )
  .post('/applets/:id/restore', async (c) =>
    c.json({ applet: await restoreApplet(c.get('ctx'), parseAppletKey(c.req.param('id'))) }),
  )
  .get('/applets/:id/publication', async (c) =>
    c.json(await readPublication(c.get('ctx'), parseAppletKey(c.req.param('id')))),
  )
  .post('/applets/:id/publish', validate('json', publishInput), async (c) =>
    c.json({ applet: await publishApplet(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json')) }),
  )
  .post('/applets/:id/unpublish', async (c) =>
    c.json({ applet: await unpublishApplet(c.get('ctx'), parseAppletKey(c.req.param('id'))) }),
  )
  .patch('/applets/:id/configurations', validate('json', configurationsInput), async (c) => {
    const { configurations } = c.req.valid('json')
    return c.json(await setConfigurations(c.get('ctx'), parseAppletKey(c.req.param('id')), configurations))
  })
  .patch('/applets/:id/notifications', validate('json', notificationsInput), async (c) => {
    const applet = await setNotifications(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json'))
    return c.json({ applet })
  })
  .patch('/applets/:id/run_settings', validate('json', runSettingsInput), async (c) =>
    c.json(await setRunSettings(c.get('ctx'), parseAppletKey(c.req.param('id')), c.req.valid('json'))),
  )
  .post('/applets/:id/hook_url', async (c) =>
    c.json({ applet: await regenerateAddress(c.get('ctx'), parseAppletKey(c.req.param('id')), 'hook_url') }),
  )
  .post('/applets/:id/mail_address', async (c) =>
    c.json({ applet: await regenerateAddress(c.get('ctx'), parseAppletKey(c.req.param('id')), 'mail_address') }),
  )
