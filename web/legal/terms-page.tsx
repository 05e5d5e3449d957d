import { LegalText, type LegalSection } from './legal-text.tsx'

const SECTIONS: readonly LegalSection[] = [
  { title: 'Who we are' },
  { title: 'Your account' },
  { title: 'What you may use it for' },
  {
    title: 'Plans, prices and renewal',
    facts: [
      'The price and the day of the next charge are shown before you pay. A paid plan renews every month or every year at that price until you cancel it.',
      'A trial is free once for each person. If you do not cancel before it ends, the first payment is taken on the day that you were shown.',
    ],
  },
  {
    title: 'Cancelling and refunds',
    facts: [
      'You can cancel at any time on the billing page of your settings. The plan stays until the end of what you have paid for, and nothing more is charged.',
      'Applets that the free plan does not allow, or has no room for, are then paused. They are not deleted.',
    ],
  },
  { title: 'Services of others' },
  { title: 'Liability' },
  { title: 'Changes to these terms' },
  { title: 'Law and disputes' },
]

/** /terms (§D3.1). */
export function Page() {
  return <LegalText title="Terms of use" sections={SECTIONS} />
}
