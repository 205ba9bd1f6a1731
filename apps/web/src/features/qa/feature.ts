import { defineFeature, type NavInput } from '../../navigation/feature.ts'
import { msg } from '../../words/msg.ts'

const hasTouts = ({ config }: NavInput) => config.qaNavigation === 'touts'

export const feature = defineFeature({
  pages: [
    { path: '/QA/dashboard', page: 'ReviewPage' },
    { path: '/QA/dashboard/statistics', page: 'StatisticsPage' },
    { path: '/QA/addThreats', page: 'AddThreatsPage' },
    { path: '/QA/touts', page: 'ToutReviewPage' },
    { path: '/QA/watchlist', page: 'WatchlistPage' },
    { path: '/QA/toutsWatchlist', page: 'ToutWatchlistPage' },
    { path: '/QA/deletionQueue', page: 'DeletionQueuePage' },
    { path: '/QA/deleted', page: 'DeletedPage' },
    { path: '/QA/toutsDeleted', page: 'DeletedToutsPage' },
  ],
  menu: [
    { list: 'reviewers', order: 10, label: msg('Threats'), path: '/QA/dashboard', icon: 'threats' },
    { list: 'reviewers', order: 20, label: msg('Add Threats'), path: '/QA/addThreats', icon: 'add' },
    { list: 'reviewers', order: 30, label: msg('Threat Watchlist'), path: '/QA/watchlist', icon: 'watchlist' },
    { list: 'reviewers', order: 40, label: msg('Deleted Threats'), path: '/QA/deleted', icon: 'deleted' },
    { list: 'reviewers', order: 50, label: msg('Touts'), path: '/QA/touts', icon: 'touts', when: hasTouts },
    {
      list: 'reviewers',
      order: 60,
      label: msg('Tout Watchlist'),
      path: '/QA/toutsWatchlist',
      icon: 'watchlist',
      when: hasTouts,
    },
    {
      list: 'reviewers',
      order: 70,
      label: msg('Deleted Touts'),
      path: '/QA/toutsDeleted',
      icon: 'deleted',
      when: hasTouts,
    },
    {
      list: 'reviewers',
      order: 50,
      label: msg('Deletion Queue'),
      path: '/QA/deletionQueue',
      icon: 'deletionQueue',
      when: (input) => !hasTouts(input),
    },
  ],
})
