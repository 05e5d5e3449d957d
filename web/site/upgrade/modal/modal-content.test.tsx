import { expect, test } from 'vitest'
import { DAY } from '../../../../worker/contract/shared/durations.ts'
import { dayInWords } from '../../../ui/dates/dates.ts'
import { localTimeZone } from '../../../browser/time/local-time-zone.ts'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { modal, SERVED } from '../modal-data/subscription-modal.fixture.ts'
import { ModalContent } from './modal-content.tsx'

const never = () => expect.fail('nothing ends it')

test("counts dates from the server's time, not the browser's", () => {
  const html = htmlOf(
    <ModalContent
      upgrade={{ step: 'default_pro', plan: 'intermediate_pro', content: 'checkout' }}
      data={modal({ eligible_for_trial: false })}
      trialing={false}
      again={never}
      onCampaignEnded={never}
      ending={{ close: never, finish: never, release: never, setBusy: () => {}, signIn: never }}
    />,
  )
  const day = dayInWords(SERVED + 30 * DAY, localTimeZone())
  expect(html).toContain(`Your next payment is $3.49 on ${day}`)
})
