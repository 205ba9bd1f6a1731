export { appVerdict, type AppFacts, type AppReason, type AppVerdict, type OfficialApps } from './apps/app-verdict.ts'
export { judgeAppFile, type AppContents } from './apps/judge-app-file.ts'
export { judgeListing, type ListingIcon } from './apps/judge-listing.ts'
export {
  contactsOfHost,
  countriesOfHost,
  recipientOf,
  type FoundContact,
  type HostFacts,
} from './takedowns/abuse-contacts.ts'
export { cdnOf, type CdnTraces } from './takedowns/cdn.ts'
export {
  documentFindings,
  type DocumentContent,
  type DocumentFinding,
  type DocumentOwner,
} from './documents/document-findings.ts'
export { describePage, type DescribedPage } from './visits/describe-page.ts'
export { checkHost, type HostCheck, hostChecks, type HostFinding, type HostVerdict } from './hosts/check-host.ts'
export { kaplanMeier, thinnedCurve, timeOf, type Observed } from './takedowns/kaplan-meier.ts'
export { takedownTiming, type CaseRecord } from './takedowns/takedown-clocks.ts'
export { changeWords, materialChangesOf, type FindingState } from './visits/material-changes.ts'
export { assetStateOf, type SeenAsset } from './visits/asset-state.ts'
export { blockNamesOf, type BlockNames } from './match/block-names.ts'
export { weighDomain, type DomainReason, type DomainFacts } from './score/weigh-domain.ts'
export {
  changesOf,
  isLive,
  isSameState,
  resolves,
  sketchDistance,
  stateOf,
  takesMail,
} from './visits/domain-changes.ts'
export { type Asset, type AssetIndex, addAssets, compileAssets } from './match/compile-assets.ts'
export {
  allowedBy,
  allowKeyOf,
  allowValueFor,
  allowValueOf,
  allowValuesOf,
  seenIn,
  type AllowRule,
  type SeenAt,
} from './match/allow-list.ts'
export { type KnownFacts, type Trait, traitsOf, traitText } from './score/threat-traits.ts'
export { indicatorGlossary, type IndicatorCategory, type IndicatorName } from './score/indicators.ts'
export { type Lowering, loweringOf } from './names/lowering.ts'
export { markUp, type MarkUpBrand } from './names/mark-up.ts'
export { matchName, type MatchOptions } from './match/match-name.ts'
export { findingOf, findingsOf, matchBatch, matchObservations } from './match/match-observations.ts'
export { isHostName, normaliseName, type NormalisedName, refanged } from './names/normalise-name.ts'
export { type Permutation, type PermutationClass, permutationsOf } from './permute/permute.ts'
export { type LineSink, type ScannedLines, scanNames } from './match/scan-names.ts'
export { differencesOf, type Seen } from './visits/visit-differences.ts'
export { confidenceOf, findingScoreMin, scoreOf } from './score/score.ts'
export {
  isRankedByOutcome,
  orderByOutcome,
  providerOf,
  standingOf,
  type ProviderOutcome,
} from './takedowns/provider.ts'
export { registrableOf, splitName, type SplitName } from './names/split-name.ts'
export { nextStepOf, type FollowedCase, type FollowedNotice } from './takedowns/next-step.ts'
export { kindOfMail, type Bounce, type KnownMail, type MailFacts } from './takedowns/mail-kind.ts'
export { classifyReply, type Classified, type ReplyPhrases } from './takedowns/reply-class.ts'
export { builtInReplyRules } from './takedowns/reply-rules.ts'
export { type ReportedCase, type XarfResult, xarfReportOf, xarfTypeOf } from './takedowns/xarf-report.ts'
export { compileOwnAssets, isEntered, ownAssetOf, type OwnAssets } from './ownership/own-assets.ts'
export { accountAt } from './ownership/own-values.ts'
export { isAboutWatched, judgeForEach, judgeObservation } from './observations/judge-observation.ts'
export { judgeTout, judgeToutForEach, type ToutVerdict } from './observations/touts/judge-touts.ts'
export { sourceOfTouts } from './observations/touts/place-of-tout.ts'
export type { ObservationVerdict } from './observations/verdict.ts'
export { contactsIn, type Contacts } from './observations/contacts.ts'
export { isCopiedPhoto, withCodes, withPicture, withText } from './observations/with-picture.ts'
export { compileWatch, compileWatches, type Watch } from './observations/watch.ts'
export { whatsAppPivots } from './observations/whats-app-pivots.ts'
export {
  type CompanyRule,
  type CompiledRule,
  compileRules,
  hasPositiveTest,
  hitsOf,
  type RuleHit,
  weighHits,
} from './rules/company-rules.ts'
export { factsOfName, factsOfObservation, factsOfThreat, RuleFacts } from './rules/rule-facts.ts'
export { mayMeet, neededLetters } from './rules/name-filter.ts'
export { problemOfTest, type TestProblem } from './rules/rule-test.ts'
