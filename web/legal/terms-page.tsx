import { LegalText, type LegalSection } from './legal-text.tsx'

const SECTIONS: readonly LegalSection[] = [
  { title: 'Who we are' },
  { title: 'Your account' },
  { title: 'What you may use it for' },
  {
    title: 'Plans, prices and renewal',
    facts: [
      'The price and the day of the next charge are shown before you pay. A paid plan renews every month or every year at that price until you cancel it.',
      'Each person gets one free trial. If you do not cancel before it ends, the first payment is taken on the day shown to you.',
    ],
  },
  {
    title: 'Canceling and refunds',
    facts: [
      'You can cancel at any time on the billing page of your settings. You keep the plan until the end of the paid period, and pay nothing more.',
      'Applets that the free plan does not allow, or has no room for, are then paused. They are not deleted.',
    ],
  },
  { title: 'Third-party services' },
  { title: 'Liability' },
  { title: 'Changes to these terms' },
  { title: 'Law and disputes' },
]

/** /terms (§D3.1). */
export function Page() {
  return <LegalText title="Terms of use" sections={SECTIONS} />
}
