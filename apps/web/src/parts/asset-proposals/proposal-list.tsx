import { decideAssetProposals, type AssetProposal } from '@signet/contract/companies/asset-proposals'
import type { ProtectedBrand } from '@signet/contract/companies/assets'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { putAnswer } from '../../api/put-answer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../ui/feedback/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import { FormProblem } from '../../ui/forms/form-section.tsx'
import { Card, Inline, Stack } from '../../ui/layout/parts.tsx'
import { assetsQuery } from '../assets/assets.api.ts'
import { assetProposalsQuery } from './asset-proposals.api.ts'
import css from './proposal-list.module.css'
import { ProposalRow } from './proposal-row.tsx'
import { ProposalSelection } from './proposal-selection.tsx'
import { t } from './words.ts'

const pageSize = 20
const none: ReadonlySet<string> = new Set()

/** The proposals, to be added to the company's assets or dismissed, one or several at a time. */
export function ProposalList({
  company,
  proposals,
  brands,
  hasUnsavedChanges,
  onEmpty,
}: {
  company: string
  proposals: readonly AssetProposal[]
  brands: readonly ProtectedBrand[]
  hasUnsavedChanges: boolean
  /** Called when no proposal is left to have the focus. */
  onEmpty: () => void
}) {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [shownMax, setShownMax] = useState(pageSize)
  const [chosen, setChosen] = useState(none)
  const [brandKey, setBrandKey] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const brand = brands.find(({ key }) => key === brandKey) ?? brands[0]
  const shown = proposals.slice(0, shownMax)
  const selected = proposals.filter(({ id }) => chosen.has(id)).map(({ id }) => id)

  const focusNextTo = (decided: readonly string[]) => {
    const first = shown.findIndex(({ id }) => decided.includes(id))
    const isLeft = ({ id }: AssetProposal) => !decided.includes(id)
    const after = shown.findIndex((one, at) => at > first && isLeft(one))
    const row = list.current?.children[after === -1 ? shown.findLastIndex(isLeft) : after]
    if (row instanceof HTMLElement) row.focus()
    else onEmpty()
  }
  const { isBusy, problem, run } = useAction(
    async (ids: string[], isAccepted: boolean) => {
      const body = { company, ids, isAccepted, brand: brand?.key ?? '' }
      const answer = await call(decideAssetProposals, { query: { company }, body })
      focusNextTo(ids)
      setChosen((old) => new Set([...old].filter((id) => !ids.includes(id))))
      putAnswer(client, assetProposalsQuery(company).queryKey, answer)
      toast(t(isAccepted ? 'added' : 'dismissed', { count: ids.length }))
      if (isAccepted) await client.invalidateQueries({ queryKey: assetsQuery(company).queryKey })
    },
    { isInline: true, settled: () => setIsConfirming(false) },
  )
  const isBlocked = isBusy || !brand
  const choose = (id: string, isOn: boolean) =>
    setChosen((old) => new Set(isOn ? [...old, id] : [...old].filter((one) => one !== id)))
  return (
    <Stack gap={3} role="group" aria-label={t('proposals')}>
      {!brand && <Card kind="note">{t('brandFirst')}</Card>}
      {brand && hasUnsavedChanges && <Card kind="note">{t('unsavedChanges')}</Card>}
      {brand && brands.length > 1 && (
        <SelectField
          label={t('brand')}
          hint={t('brandHint')}
          value={brand.key}
          all={brands.map(({ key }) => key)}
          labelOf={(key) => brands.find((one) => one.key === key)?.name ?? key}
          onChange={setBrandKey}
        />
      )}
      {proposals.length > 1 && (
        <ProposalSelection
          count={proposals.length}
          selectedCount={selected.length}
          mayAdd={!isBlocked && !hasUnsavedChanges}
          mayDismiss={!isBlocked}
          onSelectAll={(isOn) => setChosen(isOn ? new Set(proposals.map(({ id }) => id)) : none)}
          onAdd={() => run(selected, true)}
          onDismiss={() => setIsConfirming(true)}
        />
      )}
      <FormProblem>{problem}</FormProblem>
      <ul ref={list} className={`${css.list} ruled`}>
        {shown.map((proposal) => (
          <ProposalRow
            key={proposal.id}
            proposal={proposal}
            isChosen={chosen.has(proposal.id)}
            mayAdd={!isBlocked && !hasUnsavedChanges}
            mayDismiss={!isBlocked}
            onChoose={proposals.length > 1 ? (isOn) => choose(proposal.id, isOn) : undefined}
            onAdd={() => run([proposal.id], true)}
            onDismiss={() => run([proposal.id], false)}
          />
        ))}
      </ul>
      {proposals.length > shownMax && (
        <Inline wrap>
          <Button kind="quiet" onClick={() => setShownMax(shownMax + 2 * pageSize)}>
            {t('showMore', { count: Math.min(2 * pageSize, proposals.length - shownMax) })}
          </Button>
        </Inline>
      )}
      <small>{t('dismissHint')}</small>
      {isConfirming && (
        <ConfirmDialog
          title={t('dismissTitle', { count: selected.length })}
          text={t('dismissHint')}
          confirmLabel={t('dismiss')}
          isBusy={isBusy}
          onConfirm={() => run(selected, false)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Stack>
  )
}
