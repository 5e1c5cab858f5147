type ProductState = { planId: number | null; isCancelled: boolean; isSuspended: boolean };

/** A product is active when it has a plan, is not cancelled and is not suspended. Spec 1 §4. */
export function isProductActive(product: ProductState | null): boolean {
  return product !== null && product.planId !== null && !product.isCancelled && !product.isSuspended;
}

/**
 * A bundle is active when at least one product is, else suspended. Spec 2 §3, Bundle.
 * @billing S-07
 */
export function bundleStatus(products: readonly (ProductState | null)[]): 'active' | 'suspended' {
  return products.some(isProductActive) ? 'active' : 'suspended';
}
