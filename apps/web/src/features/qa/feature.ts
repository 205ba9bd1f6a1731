import { defineFeature, type NavInput } from '../../navigation/feature.ts'
import { t } from './words.ts'

const hasTouts = ({ config }: NavInput) => config.qaNavigation === 'touts'

export const feature = defineFeature({
  pages: [
    { path: '/QA/dashboard', page: 'ReviewPage' },
    { path: '/QA/dashboard/statistics', page: 'StatisticsPage' },
    { path: '/QA/dashboard/rules', page: 'RulesPage' },
    { path: '/QA/dashboard/published', page: 'PublishedPage' },
    { path: '/QA/dashboard/companies', page: 'BacklogPage' },
    { path: '/QA/dashboard/secondReview', page: 'SecondReviewPage' },
    { path: '/QA/addThreats', page: 'AddThreatsPage' },
    { path: '/QA/addThreats/imports', page: 'ImportsPage' },
    { path: '/QA/addThreats/imports/$importId', page: 'ImportPage' },
    { path: '/QA/addThreats/reports', page: 'TipsPage' },
    { path: '/addThreats/reports', page: 'TipsPage' },
    { path: '/addThreats/imports', page: 'ImportsPage' },
    { path: '/addThreats/imports/$importId', page: 'ImportPage' },
    { path: '/QA/touts', page: 'ToutReviewPage' },
    { path: '/QA/touts/published', page: 'PublishedToutsPage' },
    { path: '/QA/watchlist', page: 'WatchlistPage' },
    { path: '/QA/toutsWatchlist', page: 'ToutWatchlistPage' },
    { path: '/QA/deletionQueue', page: 'DeletionQueuePage' },
    { path: '/QA/deleted', page: 'DeletedPage' },
    { path: '/QA/toutsDeleted', page: 'DeletedToutsPage' },
  ],
  menu: [
    { list: 'reviewers', order: 10, label: () => t('threats'), path: '/QA/dashboard', icon: 'threats' },
    { list: 'reviewers', order: 20, label: () => t('addThreats'), path: '/QA/addThreats', icon: 'add' },
    { list: 'reviewers', order: 30, label: () => t('threatWatchlist'), path: '/QA/watchlist', icon: 'watchlist' },
    { list: 'reviewers', order: 40, label: () => t('deletedThreats'), path: '/QA/deleted', icon: 'deleted' },
    { list: 'reviewers', order: 50, label: () => t('touts'), path: '/QA/touts', icon: 'touts', when: hasTouts },
    {
      list: 'reviewers',
      order: 60,
      label: () => t('toutWatchlist'),
      path: '/QA/toutsWatchlist',
      icon: 'watchlist',
      when: hasTouts,
    },
    {
      list: 'reviewers',
      order: 70,
      label: () => t('deletedTouts'),
      path: '/QA/toutsDeleted',
      icon: 'deleted',
      when: hasTouts,
    },
    {
      list: 'reviewers',
      order: 50,
      label: () => t('deletionQueue'),
      path: '/QA/deletionQueue',
      icon: 'deletionQueue',
      when: (input) => !hasTouts(input),
    },
  ],
})
