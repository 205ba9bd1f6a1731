import { historyTexts } from '@signet/contract'
import { allowKindLabels } from '@signet/contract/threats/allow-list'
import { analysisStatusLabels } from '@signet/contract/requests/deeper-analyses'
import { leakTypes, passwordKinds, urlTypes } from '@signet/contract/leaks/leaks'
import { observationProblemLabels, observationLabels } from '@signet/contract/threats/observations'
import { threatStatusLabels } from '@signet/contract/threats/records'
import { requestKindLabels, requestStatusLabels } from '@signet/contract/requests/requests'
import { severities } from '@signet/contract/threats/severities'
import { traitLabels } from '@signet/contract/threats/traits'
import { everySource } from '@signet/contract/threats/sources'
import { assetStateLabels } from '@signet/contract/takedowns/asset-checks'
import { attemptChannels } from '@signet/contract/takedowns/attempts'
import { takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import { takedownStages } from '@signet/contract/takedowns/takedown-steps'
import { expect, test } from 'vitest'
import { named as names } from './names.ts'

const byCode = {
  source: everySource,
  threatStatus: { ...threatStatusLabels, fix: 'Fix' },
  takedownStatus: takedownStatusLabels,
  assetState: assetStateLabels,
  analysisStatus: analysisStatusLabels,
  requestStatus: requestStatusLabels,
  requestKind: requestKindLabels,
  observation: observationLabels,
  observationProblem: observationProblemLabels,
  allowKind: allowKindLabels,
  trait: traitLabels,
  leakType: leakTypes,
  leakTypeAbout: leakTypes,
  urlType: urlTypes,
  passwordKind: passwordKinds,
}

test.each(Object.entries(byCode))(
  'every %s of the contract has a German name, and there are no other names',
  (group, labels) => {
    const codes = Object.keys(names).filter((id) => id.startsWith(`${group}.`))
    expect(codes.toSorted()).toEqual(
      Object.keys(labels)
        .map((code) => `${group}.${code}`)
        .toSorted(),
    )
  },
)

test('every threat type, severity, step, channel and text of a history has a German name', () => {
  const values = [
    ...Object.values(everySource).flatMap(({ types }) => types),
    ...severities,
    ...takedownStages.flatMap(({ label, openLabel }) => [label, ...(openLabel ? [openLabel] : [])]),
    ...Object.values(attemptChannels),
    ...Object.values(historyTexts),
  ]
  expect(values.filter((value) => !(`value.${value}` in names))).toEqual([])
})
