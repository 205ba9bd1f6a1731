// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { SimilarChoice } from './similar-choice.tsx'
import { show } from '../../../../test/show.tsx'

const threat = (id: string, status: AnyThreat['status']) =>
  ({ id, title: `${id}.example`, source: 'Domain', status, similar: 2 }) as AnyThreat

const nothing = () => undefined

function ask(...members: readonly AnyThreat[]) {
  const [onOne, onNoOther] = [vi.fn(), vi.fn()]
  show(
    <RecordsContext value={threatRecords}>
      <SimilarChoice
        decision="falsePositive"
        heads={members.slice(0, 1)}
        chosen={['one']}
        companyName="Meridian Bank"
        membersOf={() => Promise.resolve(members)}
        onOne={onOne}
        onAll={nothing}
        onNoOther={onNoOther}
        onClose={nothing}
      />
    </RecordsContext>,
  )
  return { onOne, onNoOther }
}

test('a threat whose similar ones are all decided is decided without a question about them', async () => {
  const { onOne, onNoOther } = ask(threat('one', 'open'), threat('other', 'whitelist'))
  await waitFor(() => expect(onNoOther).toHaveBeenCalledOnce())
  expect(onOne).not.toHaveBeenCalled()
})

test('a threat with an open similar one asks whether that is decided as well', async () => {
  const { onNoOther } = ask(threat('one', 'open'), threat('other', 'open'), threat('third', 'whitelist'))
  await screen.findByRole('button', { name: 'Dismiss 2 threats as false positive' })
  expect(onNoOther).not.toHaveBeenCalled()
})
