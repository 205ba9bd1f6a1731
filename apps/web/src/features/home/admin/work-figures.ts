import { troubledStates } from '@signet/contract/collection/company-coverage'
import { keysIn } from '@signet/contract/narrow'
import type { CompanyOverview } from '@signet/contract/reports/overview'
import { stringifySearch } from '../../../url/search-params.ts'

/** The open work of a company, with the number of its sources that have a problem; null until that is known. */
export interface CompanyWork extends CompanyOverview {
  troubledSources: number | null
}

/** A figure of a company, and the list that counts the same records. */
interface WorkFigure {
  countOf: (work: CompanyWork) => number | null
  /** The list of the company, with its filter; null without one. */
  pathOf: ((work: CompanyWork) => string) | null
  /** Whether any of these is overdue or broken, and not just to be done. */
  isTrouble?: boolean
}

const list = (path: string) => () => path

/** Every figure of the open work. */
const workFigures = {
  critical: {
    countOf: ({ criticalOpen }) => criticalOpen,
    pathOf: list('/threats/All?severity=Critical&status=open'),
    isTrouble: true,
  },
  takedownsOverdue: {
    countOf: ({ takedowns }) => takedowns.overdue,
    pathOf: list('/takedown?due=overdue'),
    isTrouble: true,
  },
  takedownsDueSoon: { countOf: ({ takedowns }) => takedowns.dueSoon, pathOf: list('/takedown?due=dueSoon') },
  takedownsUnassigned: {
    countOf: ({ takedowns }) => takedowns.unassigned,
    pathOf: list('/takedown?assigned=nobody'),
  },
  takedownsMine: { countOf: ({ takedowns }) => takedowns.mine, pathOf: list('/takedown?assigned=me') },
  analysesOverdue: {
    countOf: ({ analyses }) => analyses.overdue,
    pathOf: list('/deeperAnalysis?due=overdue'),
    isTrouble: true,
  },
  analysesDueSoon: { countOf: ({ analyses }) => analyses.dueSoon, pathOf: list('/deeperAnalysis?due=dueSoon') },
  analysesUnassigned: {
    countOf: ({ analyses }) => analyses.unassigned,
    pathOf: list('/deeperAnalysis?assigned=nobody'),
  },
  analysesMine: { countOf: ({ analyses }) => analyses.mine, pathOf: list('/deeperAnalysis?assigned=me') },
  requestsOverdue: {
    countOf: ({ requests }) => requests.overdue,
    pathOf: list('/addRequest?view=open&due=overdue'),
    isTrouble: true,
  },
  requestsDueSoon: {
    countOf: ({ requests }) => requests.dueSoon,
    pathOf: list('/addRequest?view=open&due=dueSoon'),
  },
  requestsOpen: { countOf: ({ requests }) => requests.open, pathOf: list('/addRequest?view=open') },
  requestsUnassigned: {
    countOf: ({ requests }) => requests.unassigned,
    pathOf: list('/addRequest?view=open&assigned=nobody'),
  },
  requestsMine: { countOf: ({ requests }) => requests.mine, pathOf: list('/addRequest?view=open&assigned=me') },
  // Only reviewers open the queue.
  reviewsOverdue: { countOf: ({ reviews }) => reviews.overdue, pathOf: null, isTrouble: true },
  reviewsDueSoon: { countOf: ({ reviews }) => reviews.dueSoon, pathOf: null },
  reviewsCritical: { countOf: ({ reviews }) => reviews.critical, pathOf: null },
  sources: {
    countOf: ({ troubledSources }) => troubledSources,
    pathOf: ({ name }) => `/admin/home${stringifySearch({ part: 'sources', q: name, states: troubledStates })}`,
    isTrouble: true,
  },
} as const satisfies Record<string, WorkFigure>
/** The key of a figure. */
export type WorkKey = keyof typeof workFigures

/** Tiles over all companies, and for each the figures that it adds up. */
export const tiles = {
  critical: ['critical'],
  reviewsOverdue: ['reviewsOverdue'],
  reviewsDueSoon: ['reviewsDueSoon'],
  reviewsCritical: ['reviewsCritical'],
  takedownsOverdue: ['takedownsOverdue'],
  takedownsDueSoon: ['takedownsDueSoon'],
  takedownsUnassigned: ['takedownsUnassigned'],
  analysesOverdue: ['analysesOverdue'],
  analysesDueSoon: ['analysesDueSoon'],
  analysesUnassigned: ['analysesUnassigned'],
  requestsOverdue: ['requestsOverdue'],
  requestsDueSoon: ['requestsDueSoon'],
  requestsOpen: ['requestsOpen'],
  requestsUnassigned: ['requestsUnassigned'],
  mine: ['takedownsMine', 'analysesMine', 'requestsMine'],
  sources: ['sources'],
} as const satisfies Record<string, readonly WorkKey[]>
/** The key of a tile. */
export type TileKey = keyof typeof tiles
export const tileKeys = keysIn(tiles)

/** A figure, with the fields that only some have. */
export const figureOf = (key: WorkKey): WorkFigure => workFigures[key]

/** Whether something is overdue or broken, so that a tile is marked if it isn't zero. */
export const isTroubleTile = (key: TileKey): boolean => tiles[key].some((figure) => figureOf(figure).isTrouble === true)

/** Null while one of them isn't known. */
const sumOf = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)

/** The sum of a tile in a company; null while a part of it isn't known. */
export const countOf = (key: TileKey, work: CompanyWork): number | null =>
  sumOf(tiles[key].map((figure) => workFigures[figure].countOf(work)))

/** The sum of a tile over companies; null while it isn't known. */
export const totalOf = (key: TileKey, companies: readonly CompanyWork[]): number | null =>
  sumOf(companies.map((work) => countOf(key, work)))
