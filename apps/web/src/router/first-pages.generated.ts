// Written by `npm run generate`.

/** Where the pages lie that the portal is begun at. */
export const firstPages = {
  AdminHomePage: () => import('../features/home/admin/admin-home-page.tsx'),
  HomePage: () => import('../features/home/home-page.tsx'),
  SignInPage: () => import('../features/sign-in/sign-in-page.tsx'),
  ThreatPage: () => import('../features/threats/threats-page.tsx'),
  ThreatsPage: () => import('../features/threats/threats-page.tsx'),
}
