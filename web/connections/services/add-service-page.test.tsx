import { expect, test } from 'vitest'
import type { AddedService } from '../../../worker/contract/services/service-file.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Page } from './add-service-page.tsx'

const session = fulfilled<Session<null>>({ kind: 'visitor' })
const frame = { session, address: { path: '/settings/services/new', query: {} } }
const page = (services: AddedService[]) => htmlOf(<Page {...frame} data={{ services, timeZone: 'UTC' }} />)

test('the page takes a file and says what was added before', () => {
  expect(page([])).toContain('<label for="file">JSON file</label>')
  expect(page([])).not.toContain('Added so far')
  const added = page([{ module_name: 'acme', name: 'Acme', version: 3, updated_at: Date.UTC(2026, 2, 1) }])
  expect(added).toContain('<a href="/acme">Acme</a>, version 3, March 1, 2026')
})
