import type { ProductType } from './plan.ts';

type ProductState = { planId: number | null; isCancelled: boolean; isSuspended: boolean };

/** A product is active when it has a plan, is not cancelled and is not suspended. Spec 1 §4. */
export function isProductActive(product: ProductState | null): boolean {
  return product !== null && product.planId !== null && !product.isCancelled && !product.isSuspended;
}

/** A bundle is active when at least one product is, else suspended. Spec 2 §3, Bundle. */
export function bundleStatus(products: readonly (ProductState | null)[]): 'active' | 'suspended' {
  return products.some(isProductActive) ? 'active' : 'suspended';
}

/** Whether a route for some products is open to a plan; a route that names none is open to all. Spec 1 §2, route guard. */
export function productsOverlap(ofRoute: readonly ProductType[], ofPlan: readonly ProductType[]): boolean {
  return ofRoute.length === 0 || ofRoute.some((product) => ofPlan.includes(product));
}
