import { expect, test } from 'vitest'
import { checkValues } from '../../../../worker/connections/pasted-values/check-values.ts'
import { pastedFields } from '../../../../worker/services/format/connect-values.ts'
import { serviceDefinitions } from '../../../../worker/services/service-registry.ts'
import { samplePasted } from './sample-credentials.ts'

const ORIGIN = 'http://localhost:1'
const SETTINGS = { SITE_ORIGIN: 'https://site.test', TRUSTED_ORIGINS: [ORIGIN] }
const PASTED = serviceDefinitions().filter(({ connect }) => connect.kind === 'key' && connect.fields !== undefined)

test.each(PASTED)('the page of $id takes what its sample server says', (service) => {
  const base_url = `${ORIGIN}/${service.id}`
  const pasted = samplePasted(service, base_url)
  const asked = { fields: pastedFields(service.connect), name: service.name, base_url }
  expect(checkValues({ settings: SETTINGS }, asked, pasted)).toEqual(pasted)
})
