import { memo } from 'react'
import { draftPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import { draftApi } from '../../browser/api/draft-calls.ts'
import { goTo } from '../../browser/navigation/navigate.ts'
import { lazyPart } from '../../site/lazy-part.tsx'

const DescribeForm = lazyPart('create/describe/describe-form.tsx', () =>
  import('../describe/describe-form.tsx').then((module) => module.DescribeForm),
)

/** An empty page may begin with a sentence. A change of the draft leaves it be: its form may not have hydrated yet. */
export const DescribeSteps = memo(function DescribeSteps({ sentence }: { sentence: string }) {
  return (
    <DescribeForm
      sentence={sentence}
      describe={draftApi.describeDraft}
      openDraft={async (changes, row) => {
        const { draft } = await draftApi.beginDraft({}, changes)
        goTo(draftPath(draft.id, row))
      }}
    />
  )
})
