import { Hono } from 'hono/tiny'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { filePickerInput, type FilePicker, type FilePickerToken } from '../../contract/connections/file-picker.ts'
import { validate } from '../../system/http/validate.ts'
import { openFilePicker, readFilePicker } from './open-file-picker.ts'

export const filePickerRoutes = new Hono<HonoEnv>()
  .get('/api/file_picker', validate('query', filePickerInput), async (c) => {
    const picker: FilePicker = await readFilePicker(c.get('ctx'), c.req.valid('query').account)
    return c.json(picker)
  })
  .post('/api/file_picker', validate('json', filePickerInput), async (c) => {
    const token: FilePickerToken = await openFilePicker(c.get('ctx'), c.req.valid('json').account)
    return c.json(token)
  })
