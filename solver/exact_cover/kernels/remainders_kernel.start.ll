; solver.exact_cover.kernels.remainders_kernel.start, made by python -m experiments.installation.portable_code
; with numba 0.68.1 and llvmlite 0.50.0; the kernel is the source
; types: int64 uint64* uint64* int64* uint64* uint64* int64* uint64* int64* int64* uint64* int64*
; sources: remainders_kernel.py search_kernel.py, sha256 31c82882ce813863e2b38135affeb9987792bfbb7ba1902e3f65ab6b45a4efb1
define i32 @start(ptr %retptr, ptr %excinfo, i64 %arg.firsts, ptr %arg.word, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr %arg.cursor) {
B0:
  %.29 = alloca ptr, align 8
  %excinfo.1 = alloca ptr, align 8
  %.18 = load i64, ptr %arg.word, align 8
  %.33 = call i32 @start_part1(ptr nonnull %.29, ptr nonnull %excinfo.1, i64 %arg.firsts, i64 %.18, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr %arg.cursor)
  switch i32 %.33, label %B0.if.if [
    i32 -2, label %common.ret
    i32 0, label %common.ret
  ]

common.ret:                                       ; preds = %B0.if.if, %B0, %B0
  %excinfo.sink = phi ptr [ %excinfo, %B0.if.if ], [ %retptr, %B0 ], [ %retptr, %B0 ]
  %common.ret.op = phi i32 [ %.33, %B0.if.if ], [ 0, %B0 ], [ 0, %B0 ]
  store ptr null, ptr %excinfo.sink, align 8
  ret i32 %common.ret.op

B0.if.if:                                         ; preds = %B0
  br label %common.ret
}

define internal i32 @start_part1(ptr %retptr, ptr %excinfo, i64 %arg.firsts, i64 %arg.word, ptr %arg.arrays.0, ptr %arg.arrays.1, ptr %arg.arrays.2, ptr %arg.stack.0, ptr %arg.stack.1, ptr %arg.stack.2, ptr %arg.stack.3, ptr %arg.stack.4, ptr %arg.stack.5, ptr %arg.stack.6) {
B0.endif:
  %.59 = getelementptr i8, ptr %arg.arrays.2, i64 8
  %.60 = load i64, ptr %.59, align 8
  %.61 = getelementptr i8, ptr %arg.arrays.2, i64 16
  %.62 = load i64, ptr %.61, align 8
  %.63 = getelementptr i8, ptr %arg.arrays.2, i64 24
  %.64 = load i64, ptr %.63, align 8
  %.186132.not = icmp slt i64 %arg.firsts, 1
  br i1 %.186132.not, label %B352, label %B178.endif.lr.ph

B178.endif.lr.ph:                                 ; preds = %B0.endif
  %.58 = load i64, ptr %arg.arrays.2, align 8
  %.369 = xor i64 %arg.word, -1
  %0 = and i64 %.58, %.369
  %scevgep = getelementptr i8, ptr %arg.arrays.0, i64 8
  br label %B178.endif

B176.loopexit:                                    ; preds = %B254.prol.loopexit, %B178.endif, %B348.1
  %kept.3.1.lcssa = phi i64 [ %kept.2.0135, %B178.endif ], [ %kept.4.2.lcssa.unr, %B254.prol.loopexit ], [ %kept.4.2.1, %B348.1 ]
  %exitcond.not = icmp eq i64 %.199, %arg.firsts
  br i1 %exitcond.not, label %B352, label %B178.endif

B254:                                             ; preds = %B254.preheader1, %B348.1
  %lsr.iv3 = phi ptr [ %scevgep2, %B254.preheader1 ], [ %scevgep4, %B348.1 ]
  %lsr.iv = phi i64 [ %2, %B254.preheader1 ], [ %lsr.iv.next, %B348.1 ]
  %kept.3.1123 = phi i64 [ %kept.3.1123.unr, %B254.preheader1 ], [ %kept.4.2.1, %B348.1 ]
  %scevgep5 = getelementptr i8, ptr %lsr.iv3, i64 -8
  %.364 = load i64, ptr %scevgep5, align 8
  %.373 = and i64 %.364, %0
  %.377 = add i64 %.364, %.369
  %.379 = and i64 %.377, %.60
  %.380 = or i64 %.379, %.373
  %.381 = icmp eq i64 %.380, 0
  br i1 %.381, label %B328, label %B348

B328:                                             ; preds = %B254
  %.386 = getelementptr i64, ptr %arg.stack.0, i64 %kept.3.1123
  store i64 %.364, ptr %.386, align 8
  %.391 = add nsw i64 %kept.3.1123, 1
  br label %B348

B348:                                             ; preds = %B328, %B254
  %kept.4.2 = phi i64 [ %.391, %B328 ], [ %kept.3.1123, %B254 ]
  %.364.1 = load i64, ptr %lsr.iv3, align 8
  %.373.1 = and i64 %.364.1, %0
  %.377.1 = add i64 %.364.1, %.369
  %.379.1 = and i64 %.377.1, %.60
  %.380.1 = or i64 %.379.1, %.373.1
  %.381.1 = icmp eq i64 %.380.1, 0
  br i1 %.381.1, label %B328.1, label %B348.1

B328.1:                                           ; preds = %B348
  %.386.1 = getelementptr i64, ptr %arg.stack.0, i64 %kept.4.2
  store i64 %.364.1, ptr %.386.1, align 8
  %.391.1 = add nsw i64 %kept.4.2, 1
  br label %B348.1

B348.1:                                           ; preds = %B328.1, %B348
  %kept.4.2.1 = phi i64 [ %.391.1, %B328.1 ], [ %kept.4.2, %B348 ]
  %lsr.iv.next = add i64 %lsr.iv, -2
  %scevgep4 = getelementptr i8, ptr %lsr.iv3, i64 16
  %.320.1 = icmp sgt i64 %lsr.iv.next, 2
  br i1 %.320.1, label %B254, label %B176.loopexit

B352:                                             ; preds = %B176.loopexit, %B0.endif
  %kept.2.0.lcssa = phi i64 [ 0, %B0.endif ], [ %kept.3.1.lcssa, %B176.loopexit ]
  %.432 = getelementptr i64, ptr %arg.stack.1, i64 %arg.firsts
  store i64 %kept.2.0.lcssa, ptr %.432, align 8
  store i64 -1, ptr %arg.stack.6, align 8
  %.443 = and i64 %.64, %arg.word
  %.446.not = icmp eq i64 %.443, 0
  %spec.select = zext i1 %.446.not to i64
  store i64 %spec.select, ptr %arg.stack.5, align 8
  %.463 = and i64 %.62, %arg.word
  %.466.not = icmp eq i64 %.463, 0
  br i1 %.466.not, label %B552, label %B426

B426:                                             ; preds = %B352
  %.469 = tail call i64 @llvm.cttz.i64(i64 %arg.word, i1 true)
  %.471 = getelementptr i64, ptr %arg.stack.1, i64 %.469
  %.472 = load i64, ptr %.471, align 8
  %.475 = getelementptr i8, ptr %.471, i64 8
  %.476 = load i64, ptr %.475, align 8
  store i64 %arg.word, ptr %arg.stack.2, align 8
  store i64 %.472, ptr %arg.stack.3, align 8
  store i64 %.476, ptr %arg.stack.4, align 8
  store i64 0, ptr %arg.stack.5, align 8
  store i64 0, ptr %arg.stack.6, align 8
  br label %B552

B552:                                             ; preds = %B426, %B352
  %.527 = getelementptr i8, ptr %arg.stack.6, i64 8
  %.528 = load i64, ptr %.527, align 8
  %.529 = add nsw i64 %.528, 1
  store i64 %.529, ptr %.527, align 8
  store ptr null, ptr %retptr, align 8
  ret i32 0

B178.endif:                                       ; preds = %B176.loopexit, %B178.endif.lr.ph
  %kept.2.0135 = phi i64 [ 0, %B178.endif.lr.ph ], [ %kept.3.1.lcssa, %B176.loopexit ]
  %.192127133 = phi i64 [ 0, %B178.endif.lr.ph ], [ %.199, %B176.loopexit ]
  %.199 = add nuw nsw i64 %.192127133, 1
  %.230 = getelementptr i64, ptr %arg.stack.1, i64 %.192127133
  store i64 %kept.2.0135, ptr %.230, align 8
  %.235 = getelementptr i64, ptr %arg.arrays.1, i64 %.192127133
  %.236 = load i64, ptr %.235, align 8
  %.239 = getelementptr i8, ptr %.235, i64 8
  %.240 = load i64, ptr %.239, align 8
  %.277 = sub i64 %.240, %.236
  %.320120.not = icmp slt i64 %.277, 1
  br i1 %.320120.not, label %B176.loopexit, label %B254.preheader

B254.preheader:                                   ; preds = %B178.endif
  %.neg = add i64 %.236, 1
  %xtraiter = and i64 %.277, 1
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0
  br i1 %lcmp.mod.not, label %B254.prol.loopexit, label %B254.prol

B254.prol:                                        ; preds = %B254.preheader
  %.329.prol = add nsw i64 %.277, -1
  %.363.prol = getelementptr i64, ptr %arg.arrays.0, i64 %.236
  %.364.prol = load i64, ptr %.363.prol, align 8
  %.373.prol = and i64 %.364.prol, %0
  %.377.prol = add i64 %.364.prol, %.369
  %.379.prol = and i64 %.377.prol, %.60
  %.380.prol = or i64 %.379.prol, %.373.prol
  %.381.prol = icmp eq i64 %.380.prol, 0
  br i1 %.381.prol, label %B328.prol, label %B254.prol.loopexit

B328.prol:                                        ; preds = %B254.prol
  %.386.prol = getelementptr i64, ptr %arg.stack.0, i64 %kept.2.0135
  store i64 %.364.prol, ptr %.386.prol, align 8
  %.391.prol = add nsw i64 %kept.2.0135, 1
  br label %B254.prol.loopexit

B254.prol.loopexit:                               ; preds = %B328.prol, %B254.prol, %B254.preheader
  %kept.3.1123.unr = phi i64 [ %kept.2.0135, %B254.preheader ], [ %.391.prol, %B328.prol ], [ %kept.2.0135, %B254.prol ]
  %.319118122.unr = phi i64 [ %.277, %B254.preheader ], [ %.329.prol, %B328.prol ], [ %.329.prol, %B254.prol ]
  %.326119121.unr = phi i64 [ %.236, %B254.preheader ], [ %.neg, %B328.prol ], [ %.neg, %B254.prol ]
  %kept.4.2.lcssa.unr = phi i64 [ poison, %B254.preheader ], [ %.391.prol, %B328.prol ], [ %kept.2.0135, %B254.prol ]
  %1 = icmp eq i64 %.240, %.neg
  br i1 %1, label %B176.loopexit, label %B254.preheader1

B254.preheader1:                                  ; preds = %B254.prol.loopexit
  %2 = add nuw i64 %.319118122.unr, 2
  %3 = shl i64 %.326119121.unr, 3
  %scevgep2 = getelementptr i8, ptr %scevgep, i64 %3
  br label %B254
}

declare i64 @llvm.cttz.i64(i64, i1 immarg)
