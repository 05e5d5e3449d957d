import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { probeServiceInput, serviceFileInput } from '../../contract/services/service-file-input.ts'
import type { AddedServicesResponse } from '../../contract/services/service-file.ts'
import { validate } from '../../system/http/validate.ts'
import { listAddedServices } from './list-added-services.ts'
import { probeIftttService } from './probe-ifttt-service.ts'
import { saveServiceFile } from './save-service-file.ts'

export const operatorServiceRoutes = new Hono<HonoEnv>()
  .get('/operator/services', async (c) => {
    const added: AddedServicesResponse = { services: await listAddedServices(c.get('ctx')) }
    return c.json(added)
  })
  .post('/operator/services/probe', validate('json', probeServiceInput), async (c) =>
    c.json(await probeIftttService(c.get('ctx'), c.req.valid('json'))),
  )
  .post('/operator/services', validate('json', serviceFileInput), async (c) =>
    c.json(await saveServiceFile(c.get('ctx'), c.req.valid('json'))),
  )
