export { contactsOfHost, recipientOf, type FoundContact, type HostFacts } from './abuse-contacts.ts'
export { cdnOf, type CdnTraces } from './cdn.ts'
export { describePage, type DescribedPage } from './describe-page.ts'
export { assetStateOf, type SeenAsset } from './asset-state.ts'
export { blockNamesOf, type BlockNames } from './block-names.ts'
export { weighDomain, type DomainFacts } from './weigh-domain.ts'
export { changesOf, isLive, isSameState, resolves, sketchDistance, stateOf, takesMail } from './domain-changes.ts'
export { type Asset, type AssetIndex, addAssets, compileAssets } from './compile-assets.ts'
export {
  allowedBy,
  allowKeyOf,
  allowValueFor,
  allowValueOf,
  allowValuesOf,
  seenIn,
  type AllowRule,
  type SeenAt,
} from './allow-list.ts'
export { type KnownFacts, type Trait, traitsOf, traitText } from './threat-traits.ts'
export { indicatorGlossary, type IndicatorCategory, type IndicatorName } from './indicators.ts'
export { type Lowering, loweringOf } from './lowering.ts'
export { markUp, type MarkUpBrand } from './mark-up.ts'
export { matchName, type MatchOptions } from './match-name.ts'
export { findingOf, findingsOf, matchBatch, matchObservations } from './match-observations.ts'
export { normaliseName, type NormalisedName } from './normalise-name.ts'
export { type Permutation, type PermutationClass, permutationsOf } from './permute.ts'
export { type LineSink, type ScannedLines, scanNames } from './scan-names.ts'
export { differencesOf, type Seen } from './visit-differences.ts'
export { confidenceOf, findingScoreMin, scoreOf } from './score.ts'
export { splitName, type SplitName } from './split-name.ts'
export { type ReportedCase, type XarfResult, xarfReportOf, xarfTypeOf } from './xarf-report.ts'
