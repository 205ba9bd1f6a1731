/** The values of the field `subtype` of Facebook, which decides the field that names a threat. */
export const facebookKinds = ['Groups', 'Pages', 'Posts', 'MarketPlace', 'People'] as const
