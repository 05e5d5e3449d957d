import { Management } from './management.tsx'
import type { Connect } from './use-connect.ts'

/** What the page holds for someone signed in, under the public part and in the order of §2.1. One lazy chunk. */
export function ViewerParts({ connect }: { connect: Connect }) {
  return (
    <div className="viewer-parts">
      <Management connect={connect} />
    </div>
  )
}
